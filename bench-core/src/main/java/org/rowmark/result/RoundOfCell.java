package org.rowmark.result;

/**
 * A cell in a round.
 *
 * @param round from 1; 0 for what is before the first round
 * @param cell number of the {@link PlannedCell}
 */
public record RoundOfCell(int round, int cell) {}
