package org.rowmark.report.cells;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;

/** The cells of a run directory, in the order of the plan. */
public final class RunCells {
    private final RunRecord run;
    private final Map<Integer, RunRecord.Summary> summaries;
    private final Map<String, String> durability;
    private final Map<String, Map<String, String>> settings;
    private final Map<Integer, List<CellOutcome>> outcomes;
    private final RunSums sums;

    private RunCells(RunRecord run) {
        this.run = run;
        summaries = run.summaries();
        durability = run.manifest().targets().stream()
                .collect(Collectors.toMap(TargetFacts::name, TargetFacts::durability, (first, second) -> first));
        settings = run.manifest().targets().stream()
                .collect(Collectors.toMap(TargetFacts::name, TargetFacts::settings, (first, second) -> first));
        outcomes = run.outcomes().stream()
                .collect(Collectors.groupingBy(CellOutcome::cell, HashMap::new, Collectors.toList()));
        sums = RunSums.of(run.samples(), run.outcomes());
    }

    public static List<Cell> of(RunRecord run) {
        RunCells cells = new RunCells(run);
        return run.manifest().cells().parallelStream().map(cells::measured).toList();
    }

    private Cell measured(PlannedCell cell) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(Cell.WORKLOAD, cell.workload());
        cell.parameters().forEach(keys::putIfAbsent);
        Map<String, String> ofTarget = settings.getOrDefault(cell.target(), Map.of());
        run.manifest().request().varied().stream()
                .filter(ofTarget::containsKey)
                .forEach(name -> keys.putIfAbsent(name, ofTarget.get(name)));
        keys.put(Cell.TARGET, cell.target());
        List<CellOutcome> ended = outcomes.getOrDefault(cell.number(), List.of());
        Cell.State state = state(cell, ended);
        return new Cell(
                keys,
                cell.operation(),
                durability.getOrDefault(cell.target(), ""),
                state,
                problem(state, summaries.get(cell.number()).reason()),
                run.manifest().progress().rounds(),
                sums.values(cell.number()));
    }

    private Cell.State state(PlannedCell cell, List<CellOutcome> ended) {
        boolean hasFailed = ended.stream().anyMatch(round -> round.outcome() == Outcome.FAILED);
        return switch (summaries.get(cell.number()).outcome()) {
            case OK -> Cell.State.OK;
            case SKIPPED -> Cell.State.SKIPPED;
            case FAILED -> hasFailed ? Cell.State.FAILED : Cell.State.UNFINISHED;
        };
    }

    private String problem(Cell.State state, String reason) {
        return switch (state) {
            case OK, ABSENT -> "";
            case SKIPPED -> "skipped: " + reason;
            case FAILED -> "failed: " + reason;
            case UNFINISHED ->
                run.manifest().progress().status() == Manifest.Status.RUNNING
                        ? "not finished yet"
                        : "the run ended early";
        };
    }
}
