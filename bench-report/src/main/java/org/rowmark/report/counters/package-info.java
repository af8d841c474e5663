/** Counters of servers and of the operating system, by case and column, for all and for single files. */
package org.rowmark.report.counters;
