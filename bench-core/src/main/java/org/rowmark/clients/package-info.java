/**
 * Cells that several clients measure at the same time. {@link org.rowmark.clients.ClientForks} in the orchestrating
 * process has a fork started by each {@link org.rowmark.clients.Client}, lets the forks meet, and merges what they
 * measured:
 *
 * <pre>{@code
 * fork                        client's process            orchestrating process
 * ClientGroup.sum  --socket-->  ForkGate  --coordinator-->  Measurement: all have come
 * JMH: iteration   --link--->   ForwardedOutput ---------->  MergedIteration.Part -> MergedIteration -> SampleRecorder
 * }</pre>
 */
package org.rowmark.clients;
