/**
 * One fork: a JVM that measures one cell once. Its samples come back by two transports:
 *
 * <pre>{@code
 * fork                                   parent
 * JMH: score, counters  --JMH's link-->  SampleRecorder.iterationResult ---------+
 * ForkSignals: metrics, latencies,                                               +--> RunDirectory.append
 *   data, progress  --standard output--> ForkOutputCapture -> ForkSignalReader --+
 *   (relayed by JMH's link)                 -> SampleRecorder; other lines -> RunLog
 * }</pre>
 *
 * One thread delivers both in the order in which the fork wrote them: a signal belongs to the next result.
 * Knows plan, {@code run.counters}, {@code run.turns} and {@code run.output}, but not the run around it.
 */
package org.rowmark.run.fork;
