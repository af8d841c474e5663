/** From run directories to reports: reads runs and files of JMH, builds the views of a report and has them written. */
package org.rowmark.report;
