package org.rowmark.result;

import java.time.Instant;

/**
 * The outcome of one cell in one round.
 *
 * @param round from 1; 0 for a cell that was skipped before the first round
 * @param reason one line, empty exactly for {@link Outcome#OK}
 * @param serverStart number, from 1 per target, of the server start that it ran on; 0 if Rowmark does not start that
 *     server, or if the server did not start
 */
public record CellOutcome(
        int round, int cell, Outcome outcome, String reason, Instant start, Instant end, int serverStart)
        implements RecordLine {}
