package org.rowmark.report.provenance;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.ControlCell;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;

/**
 * The control of a run: the cell that is measured in every round to check the environment.
 *
 * @param text one sentence
 * @param mostRepeats how many rounds may be added at most
 * @param repeats the rounds in which it moved, in their order
 */
public record Control(String text, int mostRepeats, List<Repeat> repeats) {
    /**
     * A round in which the control moved: {@link ControlCell.Repeat}.
     *
     * @param addedRound empty if the most had been added before
     */
    public record Repeat(int round, double ratio, double low, double high, OptionalInt addedRound) {
        private static Repeat of(ControlCell.Repeat repeat) {
            OptionalInt added = repeat.addedRound() > 0 ? OptionalInt.of(repeat.addedRound()) : OptionalInt.empty();
            return new Repeat(repeat.round(), repeat.ratio(), repeat.low(), repeat.high(), added);
        }

        private String text() {
            return Numbers.change(ratio - 1) + ", outside its band " + Numbers.change(low - 1) + " to "
                    + Numbers.change(high - 1);
        }
    }

    /** Returns the control; empty where the run has none. */
    static Optional<Control> of(RunRecord run) {
        return run.manifest().progress().control().map(control -> {
            Optional<PlannedCell> cell = run.manifest().cells().stream()
                    .filter(planned -> planned.number() == control.cell())
                    .findFirst();
            List<Repeat> repeats = control.repeats().stream().map(Repeat::of).toList();
            String result = repeats.isEmpty()
                    ? held(cell.map(of -> RunCells.of(run)
                                    .get(of.number() - 1)
                                    .values()
                                    .score()
                                    .values())
                            .orElse(List.of()))
                    : "moved in " + rounds(control)
                            + repeats.stream().map(Repeat::text).collect(Collectors.joining("; ", " (", "): "))
                            + added(control) + "; all values are kept";
            String label = cell.map(PlannedCell::label).orElse("cell " + control.cell());
            return new Control("The control (" + label + ") " + result, control.mostRepeats(), repeats);
        });
    }

    /** Returns a warning; empty where the control held or there is none. */
    public static Optional<String> badge(Manifest manifest) {
        return manifest.progress()
                .control()
                .filter(control -> !control.repeats().isEmpty())
                .map(control -> "the control moved in " + rounds(control) + ", " + added(control));
    }

    /** Returns the greatest distance of a round from the geometric mean of the others. */
    private static String held(Collection<Double> values) {
        int n = values.size();
        if (n < 2) {
            return "was measured in " + Numbers.count(n, "round") + ", too few to check it";
        }
        double sum = values.stream().mapToDouble(Math::log).sum();
        double most = values.stream()
                .mapToDouble(value -> Math.abs(Math.log(value) - (sum - Math.log(value)) / (n - 1)))
                .max()
                .orElseThrow();
        return "held within ±" + Numbers.percent(Math.expm1(most)) + " in " + Numbers.count(n, "round");
    }

    /** Returns {@code round 2} or {@code rounds 2, 4 and 5}. */
    private static String rounds(ControlCell control) {
        String rounds = control.repeats().stream()
                .map(repeat -> String.valueOf(repeat.round()))
                .collect(Collectors.joining(", "));
        return rounds.contains(",") ? "rounds " + rounds.replaceFirst(", (?=[0-9]+$)", " and ") : "round " + rounds;
    }

    private static String added(ControlCell control) {
        int added = (int) control.repeats().stream()
                .filter(repeat -> repeat.addedRound() > 0)
                .count();
        return Numbers.count(added, "round") + (added == 1 ? " was" : " were") + " added (at most "
                + control.mostRepeats() + ")";
    }
}
