package org.rowmark.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;

/**
 * The cells of a run, those that are skipped for reasons known before anything is started, and the order of each round.
 *
 * @param skips reasons by the number of the cell
 * @param design of the cells in words; empty where every design has the same cells
 */
public record Plan(RunRequest request, List<PlannedCell> cells, Map<Integer, String> skips, Optional<String> design) {
    /** A part of a round during which one target's server is up, with at least one cell. */
    public record TargetBlock(Target target, List<PlannedCell> cells) {}

    /**
     * A part of the run in which a number of cells are measured once each: a whole round where all targets are
     * interleaved, the baseline's or the others' part of one where they are not.
     *
     * @param groups cells that differ in their targets only and take turns, while the servers of all are up; after the
     *     blocks, in their order
     */
    public record RoundPart(int round, List<TargetBlock> blocks, List<List<PlannedCell>> groups) {}

    /** The table that lists what Rowmark has made. */
    private static final String MARKER = "rowmark_marker";

    /** The round whose order is not left to chance alone. */
    static final int BALANCED = 5;

    /** The most draws of an order; of very many targets, a few pairs may keep theirs. */
    private static final int MOST_DRAWS = 100;

    /** Plans the selected workloads in their order, each with the combinations of the design, each on all targets. */
    public static Plan of(RunRequest request) {
        List<PlannedCell> cells = new ArrayList<>();
        Map<Integer, String> skips = new TreeMap<>();
        FactorialDesign design = new FactorialDesign(request);
        int ofStar = 0;
        int ofFull = 0;
        for (Selection selection : request.what().selections()) {
            for (Map<String, String> values : selection.combinations()) {
                for (Target target : request.what().targets()) {
                    boolean isOfFull = design.isCombined(selection, target);
                    boolean isOfStar = isOfFull && design.isOfStar(selection, values, target);
                    ofFull += isOfFull ? 1 : 0;
                    ofStar += isOfStar ? 1 : 0;
                    if (request.what().design() == DesignChoice.STAR ? isOfStar : isOfFull) {
                        int number = cells.size() + 1;
                        Workload workload = selection.workload();
                        cells.add(cell(number, workload, target, values, request.threads(values)));
                        workload.obstacle(target, values).ifPresent(reason -> skips.put(number, reason));
                    }
                }
            }
        }
        Optional<String> words = ofStar < ofFull ? Optional.of(design.words(ofStar, ofFull)) : Optional.empty();
        return new Plan(request, Collections.unmodifiableList(cells), skips, words).withTime();
    }

    /** Returns this plan with the looks that its time allows, which is enough for the first. */
    public Plan withTime() {
        PlanTime time = new PlanTime(this);
        time.requireTime();
        return new Plan(request.with(time.looked()), cells, skips, design);
    }

    private static PlannedCell cell(
            int number, Workload workload, Target target, Map<String, String> values, int threads) {
        return new PlannedCell(
                number,
                target.name(),
                workload.name(),
                workload.operation(values),
                values,
                workload.caveat(target, values, threads),
                workload.isReference(target),
                workload.info().commits());
    }

    /** Returns why a cell is skipped, empty if it will be measured. */
    public Optional<String> skip(PlannedCell cell) {
        return Optional.ofNullable(skips.get(cell.number()));
    }

    /**
     * Lists the names of tables, routines, schemas and databases that the run makes on a target, as its workloads
     * declare them, each once; empty if the run only reads.
     */
    public List<String> madeOn(Target target) {
        boolean writes = RunOption.writing().stream()
                .anyMatch(option -> request.load().options().get(option).isPresent());
        Set<String> names = new LinkedHashSet<>();
        measured()
                .filter(cell -> cell.target().equals(target.name())
                        && (writes || !request.workload(cell).onlyReads()))
                .forEach(cell -> names.addAll(request.workload(cell).makes(cell.parameters())));
        if (!names.isEmpty()) {
            names.add(MARKER);
        }
        return List.copyOf(names);
    }

    /** Estimates how long the run takes, in words. */
    public String takes() {
        return new PlanTime(this).words();
    }

    /** Estimates the time without that of single shots; with a goal, the most. */
    public Duration estimate() {
        return new PlanTime(this).most();
    }

    Stream<PlannedCell> measured() {
        return cells.stream().filter(cell -> skip(cell).isEmpty());
    }

    /** Lists all parts of the run in their order. A run with a goal may end after any of them. */
    public List<RoundPart> parts(Collection<PlannedCell> toMeasure) {
        int rounds = request.rounds().planned();
        if (request.rounds().order() != RoundOrder.BRACKETED) {
            return parts(1, rounds, toMeasure);
        }
        Map<Boolean, List<PlannedCell>> visits = toMeasure.stream()
                .collect(Collectors.partitioningBy(
                        cell -> cell.target().equals(request.what().baseline())));
        List<PlannedCell> baseline = visits.get(true);
        int half = (rounds + 1) / 2;
        return Stream.of(
                        parts(1, half, baseline),
                        parts(1, rounds, visits.get(false)),
                        parts(half + 1, rounds, baseline))
                .flatMap(List::stream)
                .toList();
    }

    private List<RoundPart> parts(int first, int last, Collection<PlannedCell> toMeasure) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(round -> round(round, toMeasure))
                .toList();
    }

    public RoundPart round(int number, Collection<PlannedCell> toMeasure) {
        if (request.rounds().order() != RoundOrder.TURNS) {
            return new RoundPart(number, order(number, toMeasure), List.of());
        }
        Map<Boolean, List<PlannedCell>> byShot =
                toMeasure.stream().collect(Collectors.partitioningBy(request::isSingleShot));
        return new RoundPart(number, order(number, byShot.get(true)), groups(number, byShot.get(false)));
    }

    /**
     * Returns the cells that take turns, groups in shuffled order. The first turns are in the order of a group, which is
     * reversed in every other round: no target comes first in all.
     */
    private List<List<PlannedCell>> groups(int round, List<PlannedCell> toMeasure) {
        List<List<PlannedCell>> groups = together(toMeasure, PlannedCell::question);
        if (round % 2 == 0) {
            groups.forEach(Collections::reverse);
        }
        shuffle(groups, random(round));
        return groups;
    }

    /**
     * Returns the order of a round, the same for the same seed. Cells of a server that is started or set for the round
     * stay together, in shuffled order; all others are shuffled one by one, so that chance decides how near they are to
     * their counterparts. Round {@value #BALANCED} is drawn again while any target comes first in each of the first
     * five: in one draw of sixteen, the fewest rounds that have a verdict would have one target first in all of them,
     * and work that the server does every other block would look like a difference.
     */
    List<TargetBlock> order(int round, Collection<PlannedCell> toMeasure) {
        Random random = random(round);
        List<TargetBlock> order = drawn(random, toMeasure);
        if (round != BALANCED || isSequential()) {
            return order;
        }
        List<List<PlannedCell>> before = IntStream.range(1, round)
                .mapToObj(earlier -> cells(drawn(random(earlier), toMeasure)))
                .toList();
        for (int draw = 1; draw < MOST_DRAWS && keepsAnOrder(cells(order), before); draw++) {
            order = drawn(random, toMeasure);
        }
        return order;
    }

    private static List<PlannedCell> cells(List<TargetBlock> blocks) {
        return blocks.stream().flatMap(block -> block.cells().stream()).toList();
    }

    /** Returns whether two cells that are compared are in the same order in all rounds. */
    private static boolean keepsAnOrder(List<PlannedCell> round, List<List<PlannedCell>> before) {
        return round.stream()
                .anyMatch(later -> round.subList(0, round.indexOf(later)).stream()
                        .filter(first -> first.question().equals(later.question()))
                        .anyMatch(first ->
                                before.stream().allMatch(order -> order.indexOf(first) < order.indexOf(later))));
    }

    private List<TargetBlock> drawn(Random random, Collection<PlannedCell> toMeasure) {
        List<TargetBlock> blocks = new ArrayList<>();
        for (List<PlannedCell> together :
                together(toMeasure, cell -> isSetUpForEachBlock(request.target(cell)) ? cell.target() : cell)) {
            shuffle(together, random);
            blocks.add(new TargetBlock(request.target(together.get(0)), together));
        }
        shuffle(blocks, random);
        return blocks;
    }

    /** Returns whether its server is started, or gets its settings, for each block. */
    boolean isSetUpForEachBlock(Target target) {
        return target.server().isManaged()
                ? request.servers().restart() == RestartPolicy.ROUND
                : target.server() == ServerKind.EXTERNAL && !target.settings().isEmpty();
    }

    /** Returns the cells in groups that have a key in common, in their order. */
    private static List<List<PlannedCell>> together(Collection<PlannedCell> cells, Function<PlannedCell, Object> key) {
        return new ArrayList<>(cells.stream()
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toCollection(ArrayList::new)))
                .values());
    }

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
