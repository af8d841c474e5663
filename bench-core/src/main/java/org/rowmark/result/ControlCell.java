package org.rowmark.result;

import java.util.List;

/**
 * A cell that is measured in every round to show whether the environment is stable, with the rounds that were repeated.
 *
 * @param cell number of the {@link PlannedCell}
 * @param mostRepeats how many rounds may be added at most
 * @param repeats rounds that were added, in their order
 */
public record ControlCell(int cell, int mostRepeats, List<Repeat> repeats) {

    /**
     * A round in which the control moved, and the round that was added for it. Values of both are kept.
     *
     * @param round the one in which it moved
     * @param ratio the control in that round over its geometric mean in the others
     * @param low lower end of the band in which the control was expected, as a ratio
     * @param high upper end of that band
     * @param addedRound number of the round that was added; 0 if the most had been added before
     */
    public record Repeat(int round, double ratio, double low, double high, int addedRound) {}

    public ControlCell {
        repeats = List.copyOf(repeats);
    }
}
