package org.rowmark.report.provenance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
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

/** Noise floors of a machine, from runs of a target against itself. */
public final class NoiseFloors {
    private NoiseFloors() {}

    /**
     * Compares the two targets of such a run.
     *
     * @param run its first two targets are the same
     * @return empty unless a workload was measured on both in {@value Verdict#LEAST_ROUNDS} rounds or more: the scatter
     *     of fewer is not known
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
                    .filter(other -> cell.question().equals(other.question()))
                    .map(other -> row(cell, measured.get(cell.number() - 1), measured.get(other.number() - 1)))
                    .filter(row -> row.n() >= Verdict.LEAST_ROUNDS)
                    .forEach(rows::add);
        }
        Manifest.Progress progress = manifest.progress();
        Instant when = progress.finished().orElse(progress.started());
        String host = manifest.environment().host();
        Optional<Manifest.Sampling> sampling = Optional.of(manifest.sampling());
        AaResult result = new AaResult(when, host, progress.rounds(), manifest.rowmark(), sampling, rows);
        return rows.isEmpty() ? Optional.empty() : Optional.of(result);
    }

    /**
     * Returns one line: how far the interval of a ratio reaches where there is no difference. It has the rows of a run's
     * cells, and is empty if there are none or their forks had other iterations.
     */
    public static Optional<String> line(Manifest run) {
        Set<String> cells = run.cells().stream().map(PlannedCell::label).collect(Collectors.toSet());
        return run.noiseFloor()
                .filter(result -> result.sampling().equals(Optional.of(run.sampling())))
                .flatMap(result -> result.rows().stream()
                        .filter(row -> cells.contains(row.title() + " on " + row.target()))
                        .map(row -> row.title() + " on " + row.target() + " " + halfWidth(row))
                        .reduce((one, other) -> one + ", " + other)
                        .map(rows -> "Noise of " + result.host() + ", a target against itself on "
                                + Numbers.time(result.when()) + ": " + rows));
    }

    /** Returns the noise floor of a row: {@code ±1.4 % at 10 rounds}. */
    public static String halfWidth(AaRow row) {
        return "±" + Numbers.noise(of(row).halfWidth(row.n())) + " at " + Numbers.count(row.n(), "round");
    }

    public static NoiseFloor of(AaRow row) {
        return new NoiseFloor(new Comparison(row.ratio(), row.low(), row.high(), row.n(), Double.NaN, row.sd()));
    }

    private static AaRow row(PlannedCell cell, Cell first, Cell second) {
        Comparison ratio = Comparison.paired(
                first.values().score(), second.values().score(), first.values().better());
        String title = PlannedCell.name(cell.workload(), cell.parameters());
        return new AaRow(title, cell.target(), ratio.ratio(), ratio.low(), ratio.high(), ratio.sd(), ratio.n());
    }
}
