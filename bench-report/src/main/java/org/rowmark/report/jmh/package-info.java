/** The reader of result files of JMH in its JSON format, of any project. */
package org.rowmark.report.jmh;
