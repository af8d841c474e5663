/** Cells of several targets that measure in turn, slice by slice; {@code fork} has what their forks wait for. */
package org.rowmark.turns;
