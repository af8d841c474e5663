/**
 * Counters of servers, processes and the JVM, read before and after each measurement. Knows fixture, result and the
 * packages below.
 */
package org.rowmark.run.counters;
