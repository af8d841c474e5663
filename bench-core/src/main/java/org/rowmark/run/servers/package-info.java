/**
 * The targets of a run, each checked once, and their servers: how they are started, reached and stopped, and what must
 * be true of them before anything is measured. Knows plan, {@code run.output}, {@code run.memory} and the packages
 * below.
 */
package org.rowmark.run.servers;
