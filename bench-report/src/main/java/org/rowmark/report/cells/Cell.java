package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One cell and what was measured of it, whatever file it was read from.
 *
 * @param keys what tells the cell from others, in the order of their display: {@link #WORKLOAD}, parameters,
 *     {@link #TARGET}, …
 * @param operation what one operation is, in words; empty if nobody says
 * @param durability what a commit waits for, in words; empty if nobody says
 * @param state how the cell ended over all rounds
 * @param problem what kept the cell from being complete, empty if nothing did
 * @param plannedRounds rounds of the plan
 * @param values the values that count
 */
public record Cell(
        Map<String, String> keys,
        String operation,
        String durability,
        State state,
        String problem,
        int plannedRounds,
        CellValues values) {
    public static final String RUN = "run";
    public static final String WORKLOAD = "workload";
    public static final String TARGET = "target";
    public static final String MODE = "mode";
    public static final String THREADS = "threads";

    /** How a cell ended over all rounds. */
    public enum State {
        OK,
        FAILED,
        SKIPPED,
        /** No round counts: the run is still running or ended early, or JMH measured without a fork. */
        UNFINISHED,
        /** Nobody planned it: the other side of a comparison has it. */
        ABSENT
    }

    public Cell {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    /** Stands where one side of a comparison has no such cell. */
    public static Cell absent() {
        return new Cell(Map.of(), "", "", State.ABSENT, "not there", 0, CellValues.NONE);
    }

    /** The same cell with a further key, in front of the others. */
    public Cell with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>();
        more.put(key, value);
        keys.forEach(more::putIfAbsent);
        return new Cell(more, operation, durability, state, problem, plannedRounds, values);
    }

    /** The same cell with other keys. */
    public Cell withKeys(Map<String, String> other) {
        return new Cell(other, operation, durability, state, problem, plannedRounds, values);
    }

    /** The same cell with other words for what one operation is. */
    public Cell withOperation(String other) {
        return new Cell(keys, other, durability, state, problem, plannedRounds, values);
    }

    /** The same cell with other values. */
    public Cell withValues(CellValues other) {
        return new Cell(keys, operation, durability, state, problem, plannedRounds, other);
    }

    /** The same cell with a further problem. */
    public Cell withProblem(String further) {
        String all = problem.isEmpty() ? further : problem + "; " + further;
        return new Cell(keys, operation, durability, state, all, plannedRounds, values);
    }

    public int rounds() {
        return values.score().size();
    }

    public boolean isMeasured() {
        return rounds() > 0;
    }

    /** Measured, but not in every planned round. */
    public boolean isIncomplete() {
        return isMeasured() && rounds() < plannedRounds;
    }

    /** {@code 10}, or {@code 8 of 10} for an incomplete cell. */
    public String roundsText() {
        return isIncomplete() ? rounds() + " of " + plannedRounds : String.valueOf(rounds());
    }

    /**
     * Several cells as one, where a projection hides what tells them apart: the geometric mean of their scores within
     * each round that all of them have.
     */
    public static Cell mixed(List<Cell> cells) {
        Cell first = cells.get(0);
        if (cells.size() == 1) {
            return first;
        }
        Cell worst = cells.stream()
                .filter(cell -> cell.state != State.OK)
                .findFirst()
                .orElse(first);
        List<Map<Integer, Double>> scores = new ArrayList<>();
        cells.forEach(cell -> scores.add(cell.values.score()));
        TreeMap<Integer, Double> mean = new TreeMap<>();
        scores.get(0).keySet().stream()
                .filter(round -> scores.stream().allMatch(score -> score.getOrDefault(round, 0.0) > 0))
                .forEach(round -> mean.put(
                        round,
                        Math.exp(scores.stream()
                                .mapToDouble(score -> Math.log(score.get(round)))
                                .average()
                                .orElseThrow())));
        boolean sameUnit = cells.stream()
                        .filter(Cell::isMeasured)
                        .map(cell -> List.of(cell.values.mode(), cell.values.unit()))
                        .distinct()
                        .count()
                <= 1;
        CellValues values = sameUnit ? first.values.withScore(mean) : CellValues.NONE;
        return new Cell(
                first.keys,
                first.operation,
                first.durability,
                worst.state,
                sameUnit ? worst.problem : "mixes several modes or units",
                first.plannedRounds,
                values);
    }
}
