/** Results over time: the scores of a series of measurements, and the entries at which rows changed. */
package org.rowmark.report.history;
