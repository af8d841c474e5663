package org.rowmark.report.provenance;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.ControlCell;
import org.rowmark.result.ControlCell.Repeat;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;

/** Text on the control, the cell that is measured in every round to check the environment. */
public final class ControlText {
    private ControlText() {}

    /** Returns one sentence; empty where the run has no control. */
    static Optional<String> of(RunRecord run) {
        Manifest manifest = run.manifest();
        return manifest.progress().control().map(control -> {
            Optional<PlannedCell> cell = cell(manifest, control);
            String label = cell.map(PlannedCell::label).orElse("cell " + control.cell());
            return "The control (" + label + ") "
                    + (control.repeats().isEmpty()
                            ? held(cell.map(c -> RunCells.of(run)
                                            .get(c.number() - 1)
                                            .values()
                                            .score())
                                    .orElse(Map.of()))
                            : moved(control));
        });
    }

    /** Returns a warning; empty where the control held or there is none. */
    public static Optional<String> badge(Manifest manifest) {
        return manifest.progress()
                .control()
                .filter(control -> !control.repeats().isEmpty())
                .map(control -> "the control moved in " + rounds(control) + ", " + added(control));
    }

    private static Optional<PlannedCell> cell(Manifest manifest, ControlCell control) {
        return manifest.cells().stream()
                .filter(cell -> cell.number() == control.cell())
                .findFirst();
    }

    /** Returns the greatest distance of a round from the geometric mean of the others. */
    private static String held(Map<Integer, Double> values) {
        int n = values.size();
        if (n < 2) {
            return "was measured in " + Numbers.count(n, "round") + ", too few to check it";
        }
        double sum = values.values().stream().mapToDouble(Math::log).sum();
        double most = values.values().stream()
                .mapToDouble(value -> Math.abs(Math.log(value) - (sum - Math.log(value)) / (n - 1)))
                .max()
                .orElseThrow();
        return "held within ±" + Numbers.percent(Math.expm1(most)) + " in " + Numbers.count(n, "round");
    }

    private static String moved(ControlCell control) {
        return "moved in " + rounds(control)
                + control.repeats().stream().map(ControlText::text).collect(Collectors.joining("; ", " (", ")")) + ": "
                + added(control) + "; all values are kept";
    }

    private static String text(Repeat repeat) {
        return Numbers.change(repeat.ratio() - 1) + ", outside its band " + Numbers.change(repeat.low() - 1) + " to "
                + Numbers.change(repeat.high() - 1);
    }

    /** Returns {@code round 2} or {@code rounds 2, 4 and 5}. */
    private static String rounds(ControlCell control) {
        List<String> rounds = control.repeats().stream()
                .map(repeat -> String.valueOf(repeat.round()))
                .toList();
        int last = rounds.size() - 1;
        return last == 0
                ? "round " + rounds.get(0)
                : "rounds " + String.join(", ", rounds.subList(0, last)) + " and " + rounds.get(last);
    }

    private static String added(ControlCell control) {
        int added = (int) control.repeats().stream()
                .filter(repeat -> repeat.addedRound() > 0)
                .count();
        return Numbers.count(added, "round") + (added == 1 ? " was" : " were") + " added (at most "
                + control.mostRepeats() + ")";
    }
}
