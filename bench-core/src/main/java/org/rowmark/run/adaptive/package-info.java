/**
 * What a run decides by what it has measured: rounds, iterations, warm-up iterations, rounds to repeat, rates to try.
 * Sees values, widths and times of single cells, never the verdict of a comparison. Knows plan, {@code run.output} and
 * the packages below.
 */
package org.rowmark.run.adaptive;
