/**
 * The run itself: checks of targets, servers, rounds, one fork per cell and round, stopping rules. The top layer of
 * this module. Sees confidence widths but no comparison: a run that saw one could stop when it likes it.
 */
package org.rowmark.run;
