/**
 * The measurement of JMH benchmarks of others, jar against jar: what jars hold, the plan of a run, and one process of
 * their own per cell and round. Knows {@code run} and the packages below.
 */
package org.rowmark.jmh;
