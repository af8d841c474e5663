package org.rowmark.report.provenance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
            Map<Integer, ControlBand> bands = new TreeMap<>();
            if (values.size() >= ControlBand.LEAST_ROUNDS) {
                double margin = run.manifest().method().margin();
                values.keySet().forEach(round -> bands.put(round, ControlBand.of(values, round, margin)));
            }
            String held = held(bands.values(), values.size());
            bands.values().removeIf(band -> !band.isMoved());
            List<Moved> moved = new ArrayList<>();
            bands.forEach((round, band) -> moved.add(new Moved(round, band.ratio(), band.low(), band.high())));
            String result = moved.isEmpty()
                    ? held
                    : "moved in " + rounds(moved)
                            + moved.stream().map(Moved::text).collect(Collectors.joining("; ", " (", ")"));
            return new Control(
                    "The control (" + run.manifest().cells().get(place).label() + ") " + result, moved);
        });
    }

    /** Returns a warning; empty where the control held. */
    public Optional<String> warning() {
        return moved.isEmpty() ? Optional.empty() : Optional.of("the control moved in " + rounds(moved));
    }

    /** Returns the greatest distance of a round from the geometric mean of the others. */
    private static String held(Collection<ControlBand> bands, int rounds) {
        OptionalDouble most = bands.stream()
                .mapToDouble(band -> Math.abs(Math.log(band.ratio())))
                .max();
        return most.isEmpty()
                ? "was measured in " + Numbers.count(rounds, "round") + ", too few to check it"
                : "held within ±" + Numbers.percent(Math.expm1(most.getAsDouble())) + " in " + rounds + " rounds";
    }

    /** Returns {@code round 2} or {@code rounds 2, 4 and 5}. */
    private static String rounds(List<Moved> moved) {
        String rounds = moved.stream().map(in -> String.valueOf(in.round())).collect(Collectors.joining(", "));
        return rounds.contains(",") ? "rounds " + rounds.replaceFirst(", (?=[0-9]+$)", " and ") : "round " + rounds;
    }
}
