/**
 * Statistics over replicates: pure functions, no state, no input or output. The unit of replication is the round; the
 * iterations inside a round are averaged before anything here sees them.
 */
package org.rowmark.stats;
