/** The cells of a run directory or a file of JMH, with their values by round. */
package org.rowmark.report.cells;
