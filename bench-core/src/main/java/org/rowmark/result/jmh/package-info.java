/** The reader of result files of JMH in its JSON format, of any project. Knows util. */
package org.rowmark.result.jmh;
