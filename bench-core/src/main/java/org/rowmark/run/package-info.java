/**
 * The run itself: targets, rounds, one fork per cell and round. The top layer of this module. Sees confidence widths
 * but no comparison: a run that saw one could stop when it likes it.
 */
package org.rowmark.run;
