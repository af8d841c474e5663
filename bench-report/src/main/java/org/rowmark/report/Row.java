package org.rowmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Verdict;

/**
 * One cell of the plan in its table.
 *
 * @param target name of the target
 * @param isBaseline whether the ratios of the table are relative to this row
 * @param durability what a commit on the target waits for, in words
 * @param state how the cell ended over all rounds
 * @param trouble what kept the cell from being complete, empty if nothing did
 * @param plannedRounds rounds of the plan
 * @param replicates the values that count
 * @param against the comparison with the baseline; empty for the baseline, and where one of the two has no value
 */
record Row(
        String target,
        boolean isBaseline,
        String durability,
        State state,
        String trouble,
        int plannedRounds,
        Replicates replicates,
        Optional<Against> against) {

    /** How a cell ended over all rounds. */
    enum State {
        OK,
        FAILED,
        SKIPPED,
        /** The run has not finished it: it is still running or ended early. */
        UNFINISHED
    }

    /**
     * A comparison and what is said of it.
     *
     * @param comparison this row against the baseline
     * @param logRatios by round
     * @param verdict after Holm over the table
     */
    record Against(Comparison comparison, Map<Integer, Double> logRatios, Verdict verdict) {
        boolean hasWord() {
            return verdict.word() != Verdict.Word.TOO_FEW_ROUNDS;
        }
    }

    Interval score() {
        return Interval.ofMean(replicates.scores());
    }

    int rounds() {
        return replicates.score().size();
    }

    boolean isMeasured() {
        return rounds() > 0;
    }

    /** Measured, but not in every planned round. */
    boolean isIncomplete() {
        return isMeasured() && rounds() < plannedRounds;
    }

    /** {@code 10}, or {@code 8 of 10} for an incomplete cell. */
    String roundsText() {
        return isIncomplete() ? rounds() + " of " + plannedRounds : String.valueOf(rounds());
    }

    /** The value of one round. */
    String raw(int round) {
        return Numbers.raw(replicates.score().getOrDefault(round, Double.NaN));
    }

    /** Mean of a further metric, NaN if the cell does not have it. */
    double secondary(String unit) {
        return replicates.secondary().getOrDefault(unit, Map.of()).values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }

    /** What a reader must know beside the numbers of a measured row. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!trouble.isEmpty()) {
            notes.add(trouble);
        }
        against.map(Against::comparison).ifPresent(comparison -> {
            if (comparison.hasNoVariation()) {
                notes.add("every round gave the very same ratio: check the resolution");
            }
            if (comparison.n() < rounds()) {
                notes.add("compared over " + Numbers.count(comparison.n(), "common round"));
            }
        });
        return notes;
    }
}
