package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Verdict;

/** Makes the comparison tables of a run. */
final class Tables {
    private final RunRecord run;
    private final double margin;
    private final Map<Integer, RunRecord.Summary> summaries;
    private final Map<String, String> durability;

    private Tables(RunRecord run, double margin) {
        this.run = run;
        this.margin = margin;
        summaries = run.summaries();
        durability = run.manifest().targets().stream()
                .collect(Collectors.toMap(TargetFacts::name, TargetFacts::durability, (first, second) -> first));
    }

    /** One table per workload and set of parameter values, in the order of the plan. */
    static List<ComparisonTable> of(RunRecord run, double margin) {
        Map<ComparisonTable.Key, List<PlannedCell>> cells = run.manifest().cells().stream()
                .collect(Collectors.groupingBy(ComparisonTable.Key::of, LinkedHashMap::new, Collectors.toList()));
        Tables tables = new Tables(run, margin);
        return cells.values().stream().map(tables::table).toList();
    }

    private ComparisonTable table(List<PlannedCell> cells) {
        List<Replicates> replicates =
                cells.stream().map(cell -> Replicates.of(run, cell.number())).toList();
        Replicates measured = replicates.stream()
                .filter(values -> !values.score().isEmpty())
                .findFirst()
                .orElse(replicates.get(0));
        PlannedCell first = cells.get(0);
        return new ComparisonTable(
                first.workload(),
                first.parameters(),
                first.operation(),
                measured.unit(),
                MetricUnit.better(measured.mode()),
                run.manifest().baseline(),
                replicates.stream()
                        .flatMap(values -> values.secondary().keySet().stream())
                        .distinct()
                        .toList(),
                rows(cells, replicates));
    }

    private List<Row> rows(List<PlannedCell> cells, List<Replicates> replicates) {
        List<Map<Integer, Double>> logRatios = logRatios(cells, replicates);
        List<Comparison> comparisons =
                logRatios.stream().map(Comparison::ofLogRatios).toList();
        double[] adjusted = Holm.adjust(comparisons.stream()
                .mapToDouble(comparison -> comparison.n() < Verdict.LEAST_ROUNDS ? Double.NaN : comparison.p())
                .toArray());
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Comparison comparison = comparisons.get(i);
            Optional<Row.Against> against = comparison.n() == 0
                    ? Optional.empty()
                    : Optional.of(
                            new Row.Against(comparison, logRatios.get(i), Verdict.of(comparison, adjusted[i], margin)));
            rows.add(row(cells.get(i), replicates.get(i), against));
        }
        return rows;
    }

    /** By cell; empty for the baseline and for what cannot be compared with it. */
    private List<Map<Integer, Double>> logRatios(List<PlannedCell> cells, List<Replicates> replicates) {
        String baseline = run.manifest().baseline();
        int ofBaseline = cells.stream().map(PlannedCell::target).toList().indexOf(baseline);
        List<Map<Integer, Double>> logRatios = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Replicates values = replicates.get(i);
            boolean comparable = ofBaseline >= 0
                    && i != ofBaseline
                    && values.unit().equals(replicates.get(ofBaseline).unit());
            logRatios.add(
                    comparable
                            ? Comparison.logRatios(
                                    replicates.get(ofBaseline).score(),
                                    values.score(),
                                    MetricUnit.better(values.mode()))
                            : Map.of());
        }
        return logRatios;
    }

    private Row row(PlannedCell cell, Replicates values, Optional<Row.Against> against) {
        Manifest manifest = run.manifest();
        Row.State state = state(cell);
        return new Row(
                cell.target(),
                cell.target().equals(manifest.baseline()),
                durability.getOrDefault(cell.target(), ""),
                state,
                trouble(state, summaries.get(cell.number()).reason()),
                manifest.rounds(),
                values,
                against);
    }

    private Row.State state(PlannedCell cell) {
        Outcome outcome = summaries.get(cell.number()).outcome();
        boolean hasFailed = run.outcomes().stream()
                .anyMatch(round -> round.cell() == cell.number() && round.outcome() == Outcome.FAILED);
        return switch (outcome) {
            case OK -> Row.State.OK;
            case SKIPPED -> Row.State.SKIPPED;
            case FAILED -> hasFailed ? Row.State.FAILED : Row.State.UNFINISHED;
        };
    }

    private String trouble(Row.State state, String reason) {
        return switch (state) {
            case OK -> "";
            case SKIPPED -> "skipped: " + reason;
            case FAILED -> "failed: " + reason;
            case UNFINISHED ->
                run.manifest().status() == Manifest.Status.RUNNING ? "not finished yet" : "the run ended early";
        };
    }
}
