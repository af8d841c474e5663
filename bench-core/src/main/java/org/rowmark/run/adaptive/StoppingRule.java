package org.rowmark.run.adaptive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.WatchedRatio;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;
import org.rowmark.run.output.RunListener.RowProgress;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Looks;
import org.rowmark.stats.Prospect;
import org.rowmark.stats.StopReason;
import org.rowmark.stats.Verdict;
import org.rowmark.stats.Verdict.Word;

/**
 * The rule by which a run with a goal leaves rows and ends. Rows that have reached the goal are left, and, as long as
 * others take the time, those that will hardly reach it.
 */
public final class StoppingRule {
    /** A row whose cells fail in so many of its rounds, one after the other, is given up. */
    private static final int MOST_MISSES = 2;

    /** A row with a smaller probability of the goal is left. */
    private static final double LEAST_CHANCE = 0.1;

    /** The state of a row, which is a cell beside its baseline. */
    private static final class State {
        private final PlannedCell cell;
        private final PlannedCell baseline;
        private Map<Integer, Double> pairs = Map.of();
        private Comparison comparison = Comparison.ofLogRatios(Map.of());
        private Word word = Word.TOO_FEW_ROUNDS;
        private int misses;

        State(PlannedCell cell, PlannedCell baseline) {
            this.cell = cell;
            this.baseline = baseline;
        }

        /** Returns whether the first look was reached. */
        boolean isJudged() {
            return comparison.n() >= Looks.first();
        }
    }

    private final Rounds rounds;
    private final Looks looks;
    private final Design design;
    private final Rounds.Goal goal;
    private final List<PlannedCell> cells;
    private final List<State> rows;
    private final LongSupplier nanoTime;
    private final long begun;
    private final Map<Integer, Map<Integer, Double>> values = new TreeMap<>();
    private OptionalLong end;
    private List<State> open;
    private long measuredCells;

    /** @param toMeasure cells that can be measured */
    public StoppingRule(RunRequest request, Rounds.Goal goal, List<PlannedCell> toMeasure, LongSupplier nanoTime) {
        this.rounds = request.rounds();
        this.looks = rounds.looks();
        this.design = new Design(Design.Order.INTERLEAVED, Design.Unit.FORK, Optional.of(looks));
        this.goal = goal;
        this.cells = toMeasure;
        this.rows = rows(request, goal, toMeasure);
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.end = goal.budget()
                .map(time -> OptionalLong.of(begun + time.toNanos()))
                .orElse(OptionalLong.empty());
        this.open = rows;
    }

    /** Adds the value of a cell in a round, more of which is better. */
    public void measured(int cell, int round, double value) {
        values.computeIfAbsent(cell, none -> new TreeMap<>()).put(round, value);
    }

    /** Returns the numbers of the cells of the next round. */
    public Set<Integer> openCells() {
        return cells(open);
    }

    /** Judges the rows after a round of those cells, and returns why the run ends, empty if it goes on. */
    public Optional<StopReason> after(int round, Set<Integer> measured) {
        measuredCells += measured.size();
        judge(measured);
        long now = nanoTime.getAsLong();
        if (round < Looks.first()) {
            return Optional.empty(); // whatever the time: no row has a word yet
        }
        if (end.isEmpty()) {
            end = OptionalLong.of(now + Rounds.TIME_AFTER_FIRST_LOOK.toNanos());
        }
        double cellsLeft = (double) (end.getAsLong() - now) * measuredCells / Math.max(1, now - begun);
        int roundsLeft = rounds.planned() - round;
        List<State> undecided = rows.stream().filter(row -> !isDone(row)).toList();
        List<State> trying =
                undecided.stream().filter(row -> row.misses < MOST_MISSES).toList();
        open = promising(trying, roundsLeft, cellsLeft);
        if (!open.isEmpty()) {
            return Optional.empty();
        }
        if (undecided.isEmpty()) {
            return Optional.of(goal.precision().isPresent() ? StopReason.PRECISION : StopReason.CLEAR);
        }
        if (trying.isEmpty()) {
            return Optional.of(StopReason.FAILED);
        }
        if (trying.stream().noneMatch(row -> hasLook(row, roundsLeft, roundsLeft))) {
            return Optional.of(StopReason.MAX_ROUNDS);
        }
        boolean isTimeLeft = trying.stream().anyMatch(row -> hasLook(row, roundsLeft, cellsLeft / 2));
        return Optional.of(isTimeLeft ? StopReason.HOPELESS : StopReason.BUDGET);
    }

    /** Returns whether the next look at a row can be reached. */
    private boolean hasLook(State row, int roundsLeft, double timeLeft) {
        OptionalInt next = looks.after(row.comparison.n());
        return next.isPresent() && next.getAsInt() <= reach(row, roundsLeft, timeLeft);
    }

    private void judge(Set<Integer> measured) {
        for (State row : rows) {
            Map<Integer, Double> pairs = Comparison.logRatios(
                    values.getOrDefault(row.baseline.number(), Map.of()),
                    values.getOrDefault(row.cell.number(), Map.of()),
                    Better.HIGHER);
            if (measured.containsAll(cells(List.of(row)))) {
                row.misses = pairs.size() > row.pairs.size() ? 0 : row.misses + 1;
            }
            row.pairs = pairs;
            row.comparison = Comparison.ofLogRatios(looks.reached(pairs)).of(design);
        }
        double[] adjusted = Holm.adjust(rows.stream()
                .mapToDouble(row -> row.isJudged() ? row.comparison.p() : Double.NaN)
                .toArray());
        for (int i = 0; i < adjusted.length; i++) {
            rows.get(i).word = Verdict.word(rows.get(i).comparison, adjusted[i], rounds.margin());
        }
    }

    private boolean isDone(State row) {
        return goal.precision()
                .map(target -> row.isJudged() && row.comparison.halfWidth() <= target)
                .orElse(row.word != Word.UNCLEAR && row.word != Word.TOO_FEW_ROUNDS);
    }

    /** Leaves the least promising row, again and again, until all that stay have a chance in the time left. */
    private List<State> promising(List<State> trying, int roundsLeft, double cellsLeft) {
        List<State> staying = new ArrayList<>(trying);
        while (!staying.isEmpty()) {
            double left = cellsLeft / cells(staying).size();
            State least = staying.stream()
                    .min(Comparator.comparingDouble((State row) -> chance(row, reach(row, roundsLeft, left)))
                            .thenComparing(row -> chance(row, looks.last())))
                    .orElseThrow();
            if (chance(least, reach(least, roundsLeft, left)) >= LEAST_CHANCE) {
                break;
            }
            staying.remove(least);
        }
        return staying;
    }

    private static Set<Integer> cells(List<State> some) {
        return some.stream()
                .flatMap(row -> Stream.of(row.cell.number(), row.baseline.number()))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns how many pairs a row can have; what was begun after a look is worth a last round that takes too long. */
    private static int reach(State row, int roundsLeft, double timeLeft) {
        boolean isBegun = row.pairs.size() > row.comparison.n();
        double more = isBegun ? Math.ceil(timeLeft) : Math.rint(timeLeft);
        return row.pairs.size() + (int) Math.max(0, Math.min(roundsLeft, more));
    }

    /** Returns the probability that a row reaches the goal with so many pairs at most. */
    private double chance(State row, int reach) {
        if (!row.isJudged()) {
            return reach < Looks.first() ? 0 : 1;
        }
        int tests = (int) rows.stream().filter(other -> !isDone(other)).count();
        double best = 0;
        OptionalInt look = looks.after(row.comparison.n());
        while (look.isPresent() && look.getAsInt() <= reach) {
            int pairs = look.getAsInt();
            best = Math.max(
                    best,
                    goal.precision()
                            .map(target -> Prospect.ofWidth(row.comparison, looks, target, pairs))
                            .orElseGet(() -> Prospect.ofWord(row.comparison, looks, tests, rounds.margin(), pairs)));
            look = looks.after(pairs);
        }
        return best;
    }

    /** Returns the rows, those that go on first. */
    public List<RowProgress> progress() {
        return rows.stream()
                .map(row -> new RowProgress(name(row.cell), row.comparison, row.word, open.contains(row)))
                .sorted(Comparator.comparing(row -> !row.isOpen()))
                .toList();
    }

    /** Pairs the cells as the report of the run does; only the watched ratio, where there is one. */
    private static List<State> rows(RunRequest request, Rounds.Goal goal, List<PlannedCell> cells) {
        if (goal.ratio().isPresent()) {
            WatchedRatio ratio = goal.ratio().get();
            return List.of(new State(ratio.cell(cells, ratio.other()), ratio.cell(cells, ratio.baseline())));
        }
        Optional<ReportView> byParameter = request.output()
                .reporting()
                .view()
                .filter(view ->
                        cells.stream().anyMatch(cell -> cell.parameters().containsKey(view.column())));
        boolean areReferences = cells.stream().allMatch(PlannedCell::isReference);
        Map<List<?>, List<PlannedCell>> lines = cells.stream()
                .filter(cell -> areReferences || !cell.isReference())
                .collect(Collectors.groupingBy(cell -> line(cell, byParameter)));
        String baseline =
                byParameter.map(ReportView::baseline).orElse(request.what().baseline());
        List<State> rows = new ArrayList<>();
        for (List<PlannedCell> line : lines.values()) {
            line.stream()
                    .filter(cell -> baseline.equals(byParameter
                            .map(view -> cell.parameters().get(view.column()))
                            .orElse(cell.target())))
                    .findFirst()
                    .ifPresent(first -> line.stream()
                            .filter(cell -> !cell.equals(first))
                            .forEach(cell -> rows.add(new State(cell, first))));
        }
        rows.sort(Comparator.comparing(row -> row.cell.number()));
        return rows;
    }

    private static List<?> line(PlannedCell cell, Optional<ReportView> byParameter) {
        return byParameter.isEmpty()
                ? List.of(cell.workload(), cell.parameters())
                : List.of(
                        cell.workload(),
                        cell.target(),
                        cell.without(byParameter.get().column()).parameters());
    }

    /** Returns the name of a cell, with only what differs between cells. */
    private String name(PlannedCell cell) {
        return PlannedCell.name(cell.workload(), cell.varying(cells)) + " on " + cell.target();
    }
}
