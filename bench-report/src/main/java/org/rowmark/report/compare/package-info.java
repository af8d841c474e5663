/** Cells side by side: cases and columns, their ratios to the baseline, and the verdicts. */
package org.rowmark.report.compare;
