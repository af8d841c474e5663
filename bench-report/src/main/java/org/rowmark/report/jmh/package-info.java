/** Result files of JMH in its JSON format. */
package org.rowmark.report.jmh;
