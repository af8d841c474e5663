package org.rowmark.report.provenance;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.RunRecord;
import org.rowmark.stats.ControlBand;

/** The control of a run: the cell that is measured in every round to check the environment. */
public record Control(String text, List<Moved> moved) {
    /**
     * A round in which the control moved.
     *
     * @param ratio the control in that round over its geometric mean in the others
     * @param low lower end of the band in which the control was expected, as a ratio
     * @param high upper end of that band
     */
    public record Moved(int round, double ratio, double low, double high) {
        private String text() {
            return Numbers.change(ratio - 1) + ", outside its band " + Numbers.change(low - 1) + " to "
                    + Numbers.change(high - 1);
        }
    }

    /** Returns the control; empty where the run has none. */
    public static Optional<Control> of(RunRecord run, List<Cell> cells) {
        return run.manifest().progress().control().map(control -> {
            int place = control.cell() - 1;
            Map<Integer, Double> values =
                    new TreeMap<>(cells.get(place).values().score());
            values.values().removeIf(value -> !(value > 0));
            List<Moved> moved = moved(values, run.manifest().method().margin());
            String result = moved.isEmpty()
                    ? held(values.values())
                    : "moved in " + rounds(moved)
                            + moved.stream().map(Moved::text).collect(Collectors.joining("; ", " (", ")"));
            return new Control(
                    "The control (" + run.manifest().cells().get(place).label() + ") " + result, moved);
        });
    }

    private static List<Moved> moved(Map<Integer, Double> values, double margin) {
        return values.size() < ControlBand.LEAST_ROUNDS
                ? List.of()
                : values.keySet().stream()
                        .flatMap(round -> Optional.of(ControlBand.of(values, round, margin))
                                .filter(ControlBand::isMoved)
                                .map(band -> new Moved(round, band.ratio(), band.low(), band.high()))
                                .stream())
                        .toList();
    }

    /** Returns a warning; empty where the control held. */
    public Optional<String> warning() {
        return moved.isEmpty() ? Optional.empty() : Optional.of("the control moved in " + rounds(moved));
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
    private static String rounds(List<Moved> moved) {
        String rounds = moved.stream().map(in -> String.valueOf(in.round())).collect(Collectors.joining(", "));
        return rounds.contains(",") ? "rounds " + rounds.replaceFirst(", (?=[0-9]+$)", " and ") : "round " + rounds;
    }
}
