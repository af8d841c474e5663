package org.rowmark.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.RestartPolicy;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.stats.Looks;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;

/**
 * The cells of a run, those that are skipped for reasons known before anything is started, and the order of each round.
 */
public final class Plan {
    /**
     * A part of a round during which one target's server is up.
     *
     * @param cells measured one after the other, at least one
     */
    public record TargetBlock(Target target, List<Cell> cells) {}

    /**
     * A part of the run in which a number of cells are measured once each: a whole round where all targets are
     * interleaved, the baseline's or the others' part of one where they are not.
     *
     * @param groups cells that differ in their targets only and take turns, while the servers of all are up; after the
     *     blocks, in their order
     */
    public record RoundPart(int round, List<TargetBlock> blocks, List<List<Cell>> groups) {}

    // for the estimate only: a fork besides its iterations, the measurement of a link, the start and stop of a server
    private static final Duration FORK = Duration.ofMillis(1300);
    private static final Duration LINK = Duration.ofSeconds(2);
    private static final Duration SERVER = Duration.ofSeconds(3);

    /** The round whose order is not left to chance alone. */
    static final int BALANCED = 5;

    /** The most draws of an order; of very many targets, a few pairs may keep theirs. */
    private static final int MOST_DRAWS = 100;

    private final RunRequest request;
    private final List<Cell> cells;
    private final Map<Integer, String> skips;
    private final Optional<String> design;

    private Plan(RunRequest request, List<Cell> cells, Map<Integer, String> skips, Optional<String> design) {
        this.request = request;
        this.cells = cells;
        this.skips = skips;
        this.design = design;
    }

    /** Plans the selected workloads in their order, each with the combinations of the design, each on all targets. */
    public static Plan of(RunRequest request) {
        List<Cell> cells = new ArrayList<>();
        Map<Integer, String> skips = new TreeMap<>();
        FactorialDesign design = new FactorialDesign(request);
        int ofStar = 0;
        int ofFull = 0;
        for (Selection selection : request.what().selections()) {
            Workload workload = selection.workload();
            for (Map<String, String> values : selection.combinations()) {
                for (Target target : request.what().targets()) {
                    if (!design.isCombined(selection, target)) {
                        continue;
                    }
                    ofFull++;
                    boolean isOfStar = design.isOfStar(selection, values, target);
                    ofStar += isOfStar ? 1 : 0;
                    if (request.what().design() == DesignChoice.STAR && !isOfStar) {
                        continue;
                    }
                    int number = cells.size() + 1;
                    cells.add(Cell.of(
                            number, workload, target, values, request.load().threads()));
                    workload.obstacle(target, values).ifPresent(reason -> skips.put(number, reason));
                }
            }
        }
        Optional<String> words = ofStar < ofFull ? Optional.of(design.words(ofStar, ofFull)) : Optional.empty();
        Plan plan = new Plan(request, Collections.unmodifiableList(cells), skips, words);
        plan.requireTime();
        return plan;
    }

    private void requireTime() {
        Duration least = estimate(Looks.first());
        request.rounds()
                .goal()
                .flatMap(Rounds.Goal::budget)
                .filter(time -> time.compareTo(least) < 0)
                .ifPresent(time -> {
                    throw new UsageException("--budget " + Durations.text(time) + ": no row has a word before round "
                            + Looks.first() + ", which ends after about " + Durations.words(least)
                            + "; give more, or measure fewer cells");
                });
    }

    public RunRequest request() {
        return request;
    }

    /** Lists the cells as they are recorded in the run directory. */
    public List<PlannedCell> cells() {
        return cells.stream().map(Cell::planned).toList();
    }

    /** Describes the design in words; empty where every design has the same cells. */
    public Optional<String> design() {
        return design;
    }

    public List<Cell> all() {
        return cells;
    }

    /** Finds the control: the cell whose figures show how steady the environment is. */
    public Optional<PlannedCell> control(List<PlannedCell> measured) {
        return request.output().reporting().control().flatMap(rule -> rule.cell(measured));
    }

    /** Returns why a cell is skipped, empty if it will be measured. */
    public Optional<String> skip(PlannedCell cell) {
        return Optional.ofNullable(skips.get(cell.number()));
    }

    /**
     * Estimates how long the run takes, in words; with a goal, until its first look and until the end of its time. The
     * length of a single shot is known only when it has ended, or was killed at the limit of its fork.
     */
    public String takes() {
        int rounds = request.rounds().planned();
        long shots = measured().filter(request::isSingleShot).count()
                * rounds
                * request.sampling().timing().shots();
        Duration all = estimate();
        if (shots > 0) {
            return "as long as " + shots + " single shot" + (shots == 1 ? " takes" : "s take")
                    + " (" + Durations.words(request.sampling().limit())
                    + " per fork at most, see --timeout), and about "
                    + Durations.words(all);
        }
        boolean isMost = request.sampling().timing().chosen().isPresent(); // warm-ups become fewer
        boolean isOpen = request.rounds().goal().isPresent() && !isMost && rounds > Looks.first();
        return (isMost ? "at most about " : "about ")
                + (isOpen ? Durations.words(estimate(Looks.first())) + " to " : "")
                + Durations.words(all);
    }

    private Stream<Cell> measured() {
        return cells.stream().filter(cell -> !skips.containsKey(cell.number()));
    }

    /** Estimates the time without that of single shots; with a goal, the most. */
    public Duration estimate() {
        Duration all = estimate(request.rounds().planned());
        return request.rounds()
                .goal()
                .map(goal -> goal.budget().orElse(estimate(Looks.first()).plus(Rounds.TIME_AFTER_FIRST_LOOK)))
                .filter(time -> time.compareTo(all) < 0)
                .orElse(all);
    }

    private Duration estimate(int rounds) {
        long servers = request.what().targets().stream()
                .filter(target -> target.server().isManaged())
                .count();
        long starts = request.servers().restart() == RestartPolicy.ROUND ? servers * rounds : servers;
        long timed = measured().filter(cell -> !request.isSingleShot(cell)).count();
        long links = request.what().targets().stream()
                .flatMap(target -> target.link().stream())
                .distinct()
                .count();
        return SERVER.multipliedBy(starts)
                .plus(LINK.multipliedBy(links))
                .plus(FORK.multipliedBy(measured().count() * rounds))
                .plus(request.sampling().timing().perFork().multipliedBy(timed * rounds));
    }

    /** Returns whether its server is started, or gets its settings, for each block. */
    private boolean isSetUpForEachBlock(Target target) {
        return target.server().isManaged()
                ? request.servers().restart() == RestartPolicy.ROUND
                : target.server() == ServerKind.EXTERNAL && !target.settings().isEmpty();
    }

    /** Lists all parts of the run in their order. A run with a goal may end after any of them. */
    public List<RoundPart> parts(Collection<Cell> toMeasure) {
        int rounds = request.rounds().planned();
        if (request.rounds().order() != RoundOrder.BRACKETED) {
            return parts(1, rounds, toMeasure);
        }
        Map<Boolean, List<Cell>> visits = toMeasure.stream()
                .collect(Collectors.partitioningBy(
                        cell -> cell.target().name().equals(request.what().baseline())));
        List<Cell> baseline = visits.get(true);
        int half = (rounds + 1) / 2;
        return Stream.of(
                        parts(1, half, baseline),
                        parts(1, rounds, visits.get(false)),
                        parts(half + 1, rounds, baseline))
                .flatMap(List::stream)
                .toList();
    }

    /** Returns a whole round. */
    public RoundPart round(int number, Collection<Cell> toMeasure) {
        if (request.rounds().order() != RoundOrder.TURNS) {
            return new RoundPart(number, order(number, toMeasure), List.of());
        }
        Map<Boolean, List<Cell>> byShot = toMeasure.stream().collect(Collectors.partitioningBy(request::isSingleShot));
        return new RoundPart(number, order(number, byShot.get(true)), groups(number, byShot.get(false)));
    }

    /**
     * Returns the cells that take turns, groups in shuffled order. The first turns are in the order of a group, which is
     * reversed in every other round: no target comes first in all.
     */
    private List<List<Cell>> groups(int round, List<Cell> toMeasure) {
        List<List<Cell>> groups = together(toMeasure, Cell::question);
        if (round % 2 == 0) {
            groups.forEach(Collections::reverse);
        }
        shuffle(groups, random(round));
        return groups;
    }

    private List<RoundPart> parts(int first, int last, Collection<Cell> ofTargets) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(round -> round(round, ofTargets))
                .toList();
    }

    /**
     * Returns the order of a round, the same for the same seed. Cells of a server that is started or set for the round
     * stay together, in shuffled order; all others are shuffled one by one, so that chance decides how near they are to
     * their counterparts. Round {@value #BALANCED} is drawn again while any target comes first in each of the first
     * five: in one draw of sixteen, the fewest rounds that have a verdict would have one target first in all of them,
     * and work that the server does every other block would look like a difference.
     */
    List<TargetBlock> order(int round, Collection<Cell> toMeasure) {
        Random random = random(round);
        List<TargetBlock> order = drawn(random, toMeasure);
        if (round != BALANCED || isSequential()) {
            return order;
        }
        List<List<Cell>> before = IntStream.range(1, round)
                .mapToObj(earlier -> cells(drawn(random(earlier), toMeasure)))
                .toList();
        for (int draw = 1; draw < MOST_DRAWS && keepsAnOrder(cells(order), before); draw++) {
            order = drawn(random, toMeasure);
        }
        return order;
    }

    private static List<Cell> cells(List<TargetBlock> blocks) {
        return blocks.stream().flatMap(block -> block.cells().stream()).toList();
    }

    /** Returns whether two cells that are compared are in the same order in all rounds. */
    private static boolean keepsAnOrder(List<Cell> round, List<List<Cell>> before) {
        return round.stream()
                .anyMatch(later -> round.subList(0, round.indexOf(later)).stream()
                        .filter(first -> first.question().equals(later.question()))
                        .anyMatch(first ->
                                before.stream().allMatch(order -> order.indexOf(first) < order.indexOf(later))));
    }

    private List<TargetBlock> drawn(Random random, Collection<Cell> toMeasure) {
        List<TargetBlock> blocks = new ArrayList<>();
        for (List<Cell> cells :
                together(toMeasure, cell -> isSetUpForEachBlock(cell.target()) ? cell.target() : cell)) {
            shuffle(cells, random);
            blocks.add(new TargetBlock(cells.get(0).target(), cells));
        }
        shuffle(blocks, random);
        return blocks;
    }

    /** Returns the cells in groups that have a key in common, in their order. */
    private static List<List<Cell>> together(Collection<Cell> cells, Function<Cell, Object> key) {
        return new ArrayList<>(cells.stream()
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toCollection(ArrayList::new)))
                .values());
    }

    /** Returns the source of the order of a round. */
    private Random random(int round) {
        // Random itself gives nearby seeds the same first number: two targets would keep their order in all rounds
        return new Random(new SplittableRandom(request.seed() * 1_000_003L + round).nextLong());
    }

    private void shuffle(List<?> inPlanOrder, Random random) {
        if (!isSequential()) {
            Collections.shuffle(inPlanOrder, random);
        }
    }

    private boolean isSequential() {
        return request.rounds().order() == RoundOrder.SEQUENTIAL;
    }
}
