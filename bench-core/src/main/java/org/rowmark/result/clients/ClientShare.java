package org.rowmark.result.clients;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * A client's share of an iteration.
 *
 * @param round from 1
 * @param attempt from 1; the last one of a round counts
 * @param client its number, from 1
 * @param warmup whether the iteration was warm-up
 * @param iteration from 1, counted per phase
 * @param start by the coordinator's clock
 * @param end by the coordinator's clock
 * @param score of this client alone
 * @param cpuLoad of its fork in percent of the time of its threads; empty if it is not known
 * @param offsetMicros what was added to its clock
 * @param errorMicros the largest error of that
 * @param overlap the part of the longest window of a client in which all worked, the same for all
 * @param valid whether the overlap is large enough
 */
public record ClientShare(
        int round,
        int cell,
        int attempt,
        int client,
        boolean warmup,
        int iteration,
        Instant start,
        Instant end,
        double score,
        String unit,
        long operations,
        OptionalDouble cpuLoad,
        long offsetMicros,
        long errorMicros,
        double overlap,
        boolean valid) {}
