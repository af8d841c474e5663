/**
 * Statistics over replicates: pure functions, no input or output, no state but quantiles that were found before. The
 * unit of replication is the round; the iterations inside a round are averaged before anything here sees them. What was
 * measured of them is in docs/evidence/simulations.md.
 */
package org.rowmark.stats;
