package org.rowmark.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.result.PlannedCell;

/**
 * All cells of a run, those that are known to be skipped before anything is started, and the order of each round.
 */
public final class Plan {
    /** What a fork costs besides its iterations: JVM, driver, connection, data. Only for the estimate. */
    private static final Duration FORK = Duration.ofMillis(1300);

    /** What starting and stopping a local server costs. Only for the estimate. */
    private static final Duration SERVER = Duration.ofSeconds(3);

    private final RunRequest request;
    private final List<Cell> cells;
    private final Map<Integer, String> skips;

    private Plan(RunRequest request, List<Cell> cells, Map<Integer, String> skips) {
        this.request = request;
        this.cells = cells;
        this.skips = skips;
    }

    /** Targets in the order of the request, under each the workloads, under each the combinations of values. */
    public static Plan of(RunRequest request) {
        List<Cell> cells = new ArrayList<>();
        Map<Integer, String> skips = new TreeMap<>();
        for (Selection selection : request.selections()) {
            Workload workload = selection.workload();
            for (Map<String, String> values : selection.combinations()) {
                for (Target target : request.targets()) {
                    int number = cells.size() + 1;
                    cells.add(new Cell(
                            new PlannedCell(number, target.name(), workload.name(), workload.operation(), values),
                            target,
                            workload));
                    Database database = Databases.named(target.database());
                    workload.obstacle(database.dialect(), database.features(), values)
                            .ifPresent(reason -> skips.put(number, reason));
                }
            }
        }
        return new Plan(request, Collections.unmodifiableList(cells), skips);
    }

    public RunRequest request() {
        return request;
    }

    /** As they stand in the run directory. */
    public List<PlannedCell> cells() {
        return cells.stream().map(Cell::planned).toList();
    }

    List<Cell> all() {
        return cells;
    }

    /** Why a cell is skipped, empty if it will be measured. */
    public Optional<String> skip(PlannedCell cell) {
        return Optional.ofNullable(skips.get(cell.number()));
    }

    /** A guess of how long the run takes. */
    public Duration estimate() {
        int measured = cells.size() - skips.size();
        long servers = request.targets().stream()
                .filter(target -> target.server().isManaged())
                .count();
        long starts = request.restart() == Restart.ROUND ? servers * request.rounds() : servers;
        Duration forks = request.timing().perFork().plus(FORK).multipliedBy((long) measured * request.rounds());
        return forks.plus(SERVER.multipliedBy(starts));
    }

    /** Whether its server is started, or gets its settings, for each turn. */
    private boolean isSetUpForTheTurn(Target target) {
        return target.server().isManaged()
                ? request.restart() == Restart.ROUND
                : target.server() == ServerKind.EXTERNAL && !target.settings().isEmpty();
    }

    /**
     * The order of a round, the same for the same seed. Cells of a server that is started or set for the round stay
     * together, in shuffled order; all others are shuffled one by one, so that they are as near to their counterparts as chance
     * has it.
     */
    List<Turn> order(int round, Collection<Cell> toMeasure) {
        Random random = new Random(request.seed() * 1_000_003L + round);
        Map<Target, List<Cell>> started = new LinkedHashMap<>();
        List<Turn> turns = new ArrayList<>();
        for (Cell cell : toMeasure) {
            if (isSetUpForTheTurn(cell.target())) {
                started.computeIfAbsent(cell.target(), target -> new ArrayList<>())
                        .add(cell);
            } else {
                turns.add(new Turn(cell.target(), List.of(cell)));
            }
        }
        started.forEach((target, ofTarget) -> {
            Collections.shuffle(ofTarget, random);
            turns.add(new Turn(target, ofTarget));
        });
        Collections.shuffle(turns, random);
        return turns;
    }
}
