/** What servers and the operating system counted, by case and column, for all and for single files. */
package org.rowmark.report.counters;
