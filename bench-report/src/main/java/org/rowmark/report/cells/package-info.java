/** What was measured: a run directory or a file of JMH becomes cells, each with its values by round. */
package org.rowmark.report.cells;
