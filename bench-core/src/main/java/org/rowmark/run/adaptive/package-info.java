/**
 * What a run decides by what it has measured: rounds and warm-up iterations. Sees values, widths and times of single
 * cells, never the verdict of a comparison.
 */
package org.rowmark.run.adaptive;
