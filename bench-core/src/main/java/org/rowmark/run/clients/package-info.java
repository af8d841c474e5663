/**
 * Cells that several clients measure at the same time. {@link org.rowmark.run.clients.ClientForks} in the orchestrating
 * process has a fork started by each {@link org.rowmark.run.clients.Client}, lets the forks meet, and merges what they
 * measured:
 *
 * <pre>{@code
 * fork                        client's process            orchestrating process
 * ClientGroup.sum  --socket-->  ForkGate  --coordinator-->  ForkMeeting: all have come
 * JMH: iteration   --link--->   ForwardedOutput ---------->  ClientIteration -> MergedIteration -> SampleRecorder
 * }</pre>
 *
 * Knows {@code run.fork} and {@code clients}, but not the run around it.
 */
package org.rowmark.run.clients;
