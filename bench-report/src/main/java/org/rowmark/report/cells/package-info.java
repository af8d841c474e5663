/** The cells of a run directory or a file of JMH, with their values by round, and the words of their counters. */
package org.rowmark.report.cells;
