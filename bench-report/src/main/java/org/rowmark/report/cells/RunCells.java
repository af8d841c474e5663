package org.rowmark.report.cells;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Looks;

/** The cells of a run directory, in the order of the plan. */
public final class RunCells {
    /** In seconds; of shorter ones the time of a round trip and the resolution of its parts are a large share. */
    private static final double SHORT_QUERY = 0.05;

    private final RunRecord run;
    private final Map<Integer, RunRecord.Summary> summaries;
    private final RunSums sums;
    private final Optional<Looks> looks;
    private final Map<Integer, List<CellOutcome>> outcomes;
    private final Map<Integer, Duration> times = new HashMap<>();

    private RunCells(RunRecord run) {
        this.run = run;
        sums = RunSums.of(run.samples(), run.outcomes()); // first, as it checks the record
        summaries = run.summaries();
        looks = run.manifest().method().goal().map(goal -> Looks.upTo(Collections.max(goal.looks())));
        outcomes = run.outcomes().stream().collect(Collectors.groupingBy(CellOutcome::cell));
        Instant last = Instant.MIN;
        // of cells that take turns, the first one has the time of all
        List<CellOutcome> byTime = run.outcomes().stream()
                .sorted(Comparator.comparing(CellOutcome::end))
                .toList();
        for (CellOutcome round : byTime) {
            Instant start = round.start().isAfter(last) ? round.start() : last;
            last = round.end();
            times.merge(round.cell(), Duration.between(start, last), Duration::plus);
        }
    }

    public static List<Cell> of(RunRecord run) {
        RunCells cells = new RunCells(run);
        return run.manifest().cells().parallelStream().map(cells::measured).toList();
    }

    private Cell measured(PlannedCell cell) {
        Optional<TargetFacts> target = run.manifest().targets().stream()
                .filter(one -> one.name().equals(cell.target()))
                .findFirst();
        RunRecord.Summary summary = summaries.get(cell.number());
        List<CellOutcome> rounds = outcomes.getOrDefault(cell.number(), List.of());
        int measuredRounds =
                (int) rounds.stream().filter(round -> round.round() > 0).count();
        Cell.State state = switch (summary.outcome()) {
            case OK -> Cell.State.OK;
            case SKIPPED -> Cell.State.SKIPPED;
            case FAILED ->
                rounds.stream().anyMatch(round -> round.outcome() == Outcome.FAILED)
                        ? Cell.State.FAILED
                        : Cell.State.UNFINISHED;
        };
        CellValues values = sums.values(cell.number());
        Cell measured = new Cell(
                keys(cell, target.map(TargetFacts::settings).orElse(Map.of())),
                cell.operation(),
                cell.commits() ? target.map(TargetFacts::durability).orElse("") : "",
                cell.isReference(),
                state,
                state == Cell.State.OK ? changedPlan(cell) : problem(state, summary.reason(), values),
                looks.isPresent() ? measuredRounds : run.manifest().progress().rounds(),
                looks,
                times.getOrDefault(cell.number(), Duration.ZERO).dividedBy(Math.max(1, measuredRounds)),
                values);
        boolean isFloor = cell.isReference() && !cell.caveat().isEmpty();
        Cell all = isFloor ? measured.withValues(values.withoutVolume()).withProblem(cell.caveat()) : measured;
        return remarks(all).reduce(all, Cell::withProblem, (one, other) -> other);
    }

    private Map<String, String> keys(PlannedCell cell, Map<String, String> settings) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(Cell.WORKLOAD, cell.workload());
        cell.parameters().forEach(keys::putIfAbsent);
        run.manifest().request().varied().stream()
                .filter(settings::containsKey)
                .forEach(name -> keys.putIfAbsent(name, settings.get(name)));
        keys.put(Cell.TARGET, cell.target());
        return keys;
    }

    private static Stream<String> remarks(Cell cell) {
        String sizes = cell.values().named(NamedMetrics.PAGE_SIZE).values().stream()
                .distinct()
                .map(Numbers::plain)
                .collect(Collectors.joining(", "));
        return Stream.of(
                        cell.values().areQueriesShorterThan(SHORT_QUERY)
                                ? "half of its queries take less than 50 ms: choose a larger --scale"
                                : "",
                        cell.hasOtherPageSize() ? "got a page size of " + sizes : "",
                        cell.isBehind() ? "fell behind its rate, backlog " + Numbers.percent(cell.backlog() / 100) : "")
                .filter(remark -> !remark.isEmpty());
    }

    /** Returns the remark that the plan of a SQL file changed between rounds; empty if it did not. */
    private String changedPlan(PlannedCell cell) {
        return run.scripts().stream()
                .filter(script -> cell.parameters().containsValue(script.name()))
                .mapToInt(script ->
                        script.plans().getOrDefault(cell.target(), List.of()).size())
                .filter(plans -> plans > 1)
                .mapToObj(plans -> "the plan changed between rounds (" + plans + " plans)")
                .findFirst()
                .orElse("");
    }

    private String problem(Cell.State state, String reason, CellValues values) {
        return switch (state) {
            case OK, ABSENT -> "";
            case SKIPPED -> "skipped: " + reason;
            case FAILED -> "failed: " + reason;
            case UNFINISHED -> {
                boolean isRunning = run.manifest().progress().status() == Manifest.Status.RUNNING;
                String running = values.score().isEmpty() ? "not finished yet" : ""; // the number of rounds shows it
                yield isRunning ? running : "the run ended early";
            }
        };
    }
}
