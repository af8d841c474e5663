package org.rowmark.report.cells;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.PlannedCell;
import org.rowmark.stats.Looks;

/**
 * One cell with its measured values, from a run directory or a file of JMH.
 *
 * @param keys values that identify the cell, by key, in the order of their display: {@link #WORKLOAD}, parameters,
 *     {@link #TARGET}, …
 * @param operation the operation in words; empty if it is not known
 * @param durability what its commits wait for, in words; empty if it has none, or that is not known
 * @param isReference whether its numbers are a floor of others and no answer
 * @param problem the reason for which the cell is not complete; empty if it is
 * @param plannedRounds rounds of the plan; of a run that leaves rows, those in which the cell was measured
 * @param looks those at one of which the run left the row or ended, by its results; empty where the rounds were fixed
 * @param perRound how long it took in a round, its fork included; zero where that is not known
 */
public record Cell(
        Map<String, String> keys,
        String operation,
        String durability,
        boolean isReference,
        State state,
        String problem,
        int plannedRounds,
        Optional<Looks> looks,
        Duration perRound,
        CellValues values) {
    public static final String RUN = "run";
    public static final String WORKLOAD = "workload";
    public static final String TARGET = "target";
    public static final String MODE = "mode";
    public static final String THREADS = PlannedCell.THREADS;

    /** The parameter that sets the size of pages; of some databases only some sizes are possible. */
    public static final String PAGE_SIZE = "pageSize";

    public enum State {
        OK,
        FAILED,
        SKIPPED,
        /** No round counts: the run is still running or ended early, or JMH measured without a fork. */
        UNFINISHED,
        /** Not planned; the other side of a comparison has it. */
        ABSENT
    }

    public Cell {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    /** Creates a cell of which no more is known, as of files of other tools. */
    public Cell(Map<String, String> keys, State state, String problem, int plannedRounds, CellValues values) {
        this(keys, "", "", false, state, problem, plannedRounds, Optional.empty(), Duration.ZERO, values);
    }

    public static Cell absent() {
        return new Cell(Map.of(), State.ABSENT, "not there", 0, CellValues.NONE);
    }

    /** Returns the cell with a further key, before the others. */
    public Cell with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(Map.of(key, value));
        keys.forEach(more::putIfAbsent);
        return withKeys(more);
    }

    public Cell without(String key) {
        Map<String, String> fewer = new LinkedHashMap<>(keys);
        fewer.remove(key);
        return withKeys(fewer);
    }

    public Cell withKeys(Map<String, String> other) {
        return new Cell(
                other, operation, durability, isReference, state, problem, plannedRounds, looks, perRound, values);
    }

    public Cell withValues(CellValues other) {
        return with(state, problem, plannedRounds, perRound, other);
    }

    public Cell withProblem(String further) {
        return with(state, problem.isEmpty() ? further : problem + "; " + further, plannedRounds, perRound, values);
    }

    /** Returns the cell as measured in another way. */
    public Cell with(State how, String reason, int planned, Duration each, CellValues other) {
        return new Cell(keys, operation, durability, isReference, how, reason, planned, looks, each, other);
    }

    /** Returns {@code commit waits for the disk: yes} of a durability in words, without the reason. */
    public static String promise(String durability) {
        return StringUtils.substringBefore(durability, " (");
    }

    public int rounds() {
        return values.score().size();
    }

    public boolean isMeasured() {
        return rounds() > 0;
    }

    public boolean isAbsent() {
        return state == State.ABSENT;
    }

    /** Returns whether its operations began at a rate, so that their times are its result and their number is not. */
    public boolean isOpenLoop() {
        return keys.containsKey(Session.RATE);
    }

    /** Returns whether more of the operations due had not begun than a held rate leaves. */
    public boolean isBehind() {
        return backlog() > Latencies.HELD_PERCENT;
    }

    /** Returns the mean percentage of the operations due that had not begun at the end of an iteration; NaN in a closed loop. */
    public double backlog() {
        return Means.mean(values.named(Latencies.BACKLOG)).mean();
    }

    /** Returns whether some round got another page size than the one set. */
    public boolean hasOtherPageSize() {
        OptionalDouble asked = Numbers.parsed(keys.getOrDefault(PAGE_SIZE, ""));
        return asked.isPresent()
                && values.named(NamedMetrics.PAGE_SIZE).values().stream().anyMatch(got -> got != asked.getAsDouble());
    }

    /** Returns whether the cell was measured, but not in every planned round. */
    public boolean isIncomplete() {
        return isMeasured() && rounds() < plannedRounds;
    }

    /** Returns {@code 10}, or {@code 8 of 10} for an incomplete cell. */
    public String roundsText() {
        return isIncomplete() ? rounds() + " of " + plannedRounds : String.valueOf(rounds());
    }

    public static Map<String, Set<String>> valuesByKey(Collection<Cell> cells) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        cells.forEach(cell -> cell.keys.forEach((key, value) ->
                values.computeIfAbsent(key, none -> new LinkedHashSet<>()).add(value)));
        return values;
    }

    /** Returns the cells without references, or all if they are references. */
    public static List<Cell> counted(List<Cell> cells) {
        List<Cell> others = cells.stream().filter(cell -> !cell.isReference).toList();
        return others.isEmpty() ? cells : others;
    }

    /**
     * Returns one cell for several whose distinguishing keys a projection hides: the geometric mean of their scores in
     * each round that all of them have. References are in no mean with others.
     */
    public static Cell mixed(List<Cell> together) {
        List<Cell> cells = counted(together);
        Cell first = cells.get(0);
        if (cells.size() == 1) {
            return first;
        }
        Cell worst = cells.stream()
                .filter(cell -> cell.state != State.OK)
                .findFirst()
                .orElse(first);
        List<CellValues> all =
                cells.stream().map(cell -> cell.values.in(first.values.unit())).toList();
        Map<Integer, Double> mean =
                Means.geometric(all.stream().map(CellValues::score).toList());
        List<CellValues> measured =
                all.stream().filter(values -> !values.score().isEmpty()).toList();
        boolean sameUnit = measured.stream().allMatch(values -> values.isLike(measured.get(0)));
        return first.with(
                worst.state,
                sameUnit ? worst.problem : "mixes several modes or units",
                first.plannedRounds,
                cells.stream().map(Cell::perRound).reduce(Duration.ZERO, Duration::plus),
                sameUnit ? first.values.withScore(first.values.unit(), mean, Map.of()) : CellValues.NONE);
    }
}
