/**
 * One fork: its start through JMH, its output, its signals and samples. Knows plan, {@code run.counters} and {@code
 * run.output}, but not the run around it.
 */
package org.rowmark.run.fork;
