package org.rowmark.run.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.result.ControlCell;
import org.rowmark.result.ControlCell.Repeat;
import org.rowmark.stats.ControlBand;
import org.rowmark.study.ControlSpec;

/**
 * A monitor of the control, which adds a round for each one in which the control moved. Each round is judged once,
 * after {@link ControlBand#LEAST_ROUNDS} at the earliest, by those that have been measured until then.
 */
public final class ControlMonitor {
    private final int cell;
    private final int mostRepeats;
    private final double margin;
    private final Map<Integer, Double> values = new TreeMap<>();
    private final Set<Integer> judged = new TreeSet<>();
    private final List<Repeat> repeats = new ArrayList<>();
    private int rounds;
    private int added;

    /**
     * @param cell number of the cell that is the control
     * @param mostRepeats rounds that may be added
     * @param planned rounds that are measured anyway
     * @param margin the difference that does not matter
     */
    public ControlMonitor(int cell, int mostRepeats, int planned, double margin) {
        this.cell = cell;
        this.mostRepeats = mostRepeats;
        this.rounds = planned;
        this.margin = margin;
    }

    /** Returns the monitor of a run; empty if it has no control, or does not measure it. */
    public static Optional<ControlMonitor> of(Plan plan, List<Cell> toMeasure) {
        Rounds rounds = plan.request().rounds();
        Optional<ControlSpec> rule = plan.request().reporting().control();
        return plan.control(toMeasure.stream().map(Cell::planned).toList())
                .map(cell -> new ControlMonitor(
                        cell.number(),
                        rounds.addable(rule.orElseThrow().repeats()),
                        rounds.planned(),
                        rounds.margin()));
    }

    /** Adds the mean of a cell's iterations in a round. */
    public void measured(int ofCell, int round, double mean) {
        if (ofCell == cell && mean > 0) {
            values.put(round, mean);
        }
    }

    /** Returns the rounds in which the control moved, without those that were returned before. */
    public List<Repeat> moved() {
        if (values.size() < ControlBand.LEAST_ROUNDS) {
            return List.of();
        }
        List<Repeat> found = new ArrayList<>();
        for (int round : values.keySet()) {
            if (judged.add(round)) {
                ControlBand band = ControlBand.of(values, round, margin);
                if (band.isMoved()) {
                    found.add(new Repeat(round, band.ratio(), band.low(), band.high(), nextRound()));
                }
            }
        }
        repeats.addAll(found);
        return found;
    }

    /** Returns the control for the manifest. */
    public ControlCell record() {
        return new ControlCell(cell, mostRepeats, repeats);
    }

    /** Returns the number of rounds, with those that have been added. */
    public int rounds() {
        return rounds;
    }

    /** Returns the number of a new round, 0 if no more may be added. */
    private int nextRound() {
        if (added == mostRepeats) {
            return 0;
        }
        added++;
        rounds++;
        return rounds;
    }
}
