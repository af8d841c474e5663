package org.rowmark.report.provenance;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.MetricUnit;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaResult.AaRow;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.NoiseFloor;
import org.rowmark.stats.Verdict;

/** What a run of a target against itself says of the machine, for a terminal. */
public final class NoiseFloorText {
    private static final int[] ROUNDS = {5, 10, 20, 30};

    private NoiseFloorText() {}

    /**
     * The outcome of such a run.
     *
     * @param run its first two targets are the same
     * @return empty unless a workload was measured on both in {@value Verdict#LEAST_ROUNDS} rounds or more: of fewer
     *     nobody knows how much they scatter
     */
    public static Optional<AaResult> of(RunRecord run) {
        Manifest manifest = run.manifest();
        String target = manifest.targets().get(0).name();
        String again = manifest.targets().get(1).name();
        List<Cell> measured = RunCells.of(run);
        List<AaRow> rows = new ArrayList<>();
        for (PlannedCell cell : manifest.cells()) {
            manifest.cells().stream()
                    .filter(other ->
                            cell.target().equals(target) && other.target().equals(again))
                    .filter(other -> cell.workload().equals(other.workload()))
                    .filter(other -> cell.parameters().equals(other.parameters()))
                    .map(other -> compare(measured.get(cell.number() - 1), measured.get(other.number() - 1)))
                    .filter(comparison -> comparison.n() >= Verdict.LEAST_ROUNDS)
                    .forEach(comparison -> rows.add(row(cell, comparison)));
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new AaResult(
                        manifest.progress()
                                .finished()
                                .orElse(manifest.progress().started()),
                        manifest.environment().host(),
                        manifest.progress().rounds(),
                        manifest.rowmark(),
                        rows));
    }

    /** A table: what the interval reaches, which effects so many rounds can show, whether the two were the same. */
    public static String of(AaResult result) {
        List<List<String>> lines = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("", "ratio", "95 % interval", "noise floor"));
        IntStream.of(ROUNDS).forEach(rounds -> head.add(Numbers.count(rounds, "round")));
        head.add("");
        lines.add(head);
        for (AaRow row : result.rows()) {
            NoiseFloor floor = floor(row);
            List<String> line = new ArrayList<>(List.of(
                    row.title(),
                    Numbers.ratio(row.ratio()),
                    Numbers.range(row.low(), row.high()),
                    "±" + percent(floor.halfWidth(row.n())) + " at " + Numbers.count(row.n(), "round")));
            IntStream.of(ROUNDS).forEach(rounds -> line.add(percent(floor.detectableEffect(rounds))));
            line.add(floor.isQuiet() ? "same" : "differs");
            lines.add(line);
        }
        String target = result.rows().get(0).target();
        return "Noise floor of " + result.host() + ", " + target + " against itself. On the right the smallest effects"
                + " that so many rounds find\nfour times out of five.\n" + aligned(lines) + sentence(result);
    }

    /** One line: how far the interval of a ratio reaches when there is nothing to see. */
    public static String line(AaResult result) {
        String rows = result.rows().stream()
                .map(row -> row.title() + " on " + row.target() + " ±"
                        + percent(floor(row).halfWidth(row.n())) + " at " + Numbers.count(row.n(), "round"))
                .collect(Collectors.joining(", "));
        return "Noise of " + result.host() + ", a target against itself on " + Numbers.time(result.when()) + ": "
                + rows;
    }

    private static String sentence(AaResult result) {
        long loud = result.rows().stream().filter(row -> !floor(row).isQuiet()).count();
        return loud == 0
                ? "As it should be, nothing differs from itself.\n"
                : "In " + loud + " of " + Numbers.count(result.rows().size(), "row")
                        + " the target differs from itself."
                        + " On a sound machine one row in twenty does; measure again,\nand distrust the machine if it"
                        + " stays so.\n";
    }

    private static Comparison compare(Cell first, Cell second) {
        CellValues a = first.values();
        CellValues b = second.values();
        return Comparison.paired(a.score(), b.score(), MetricUnit.better(a.mode()));
    }

    private static AaRow row(PlannedCell cell, Comparison comparison) {
        String label = cell.label();
        return new AaRow(
                label.substring(
                        0, label.length() - " on ".length() - cell.target().length()),
                cell.target(),
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                comparison.sd(),
                comparison.n());
    }

    private static NoiseFloor floor(AaRow row) {
        return new NoiseFloor(new Comparison(row.ratio(), row.low(), row.high(), row.n(), Double.NaN, row.sd()));
    }

    /** Two significant digits: the noise itself is not known better. */
    private static String percent(double fraction) {
        return Numbers.percent(
                new BigDecimal(fraction).round(new MathContext(2)).doubleValue());
    }

    private static String aligned(List<List<String>> lines) {
        int columns = lines.get(0).size();
        int[] widths = IntStream.range(0, columns)
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return lines.stream()
                .map(line -> IntStream.range(0, columns)
                        .mapToObj(column -> line.get(column)
                                + " ".repeat(widths[column] - line.get(column).length()))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
