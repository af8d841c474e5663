package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Timing;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.CellRecords.Place;
import org.rowmark.run.servers.ServerPool;
import org.rowmark.run.turns.Seat;
import org.rowmark.run.turns.Turns;
import org.rowmark.targets.Target;
import org.rowmark.util.SteadyClock;

/**
 * The measurement of cells that take turns: the servers of all targets are up, and the forks of a group live at the
 * same time.
 */
record TurnRunner(RunContext run, CellRecords records, TurnPlanner planner) {
    /** A cell whose fork takes turns. */
    private record Taking(Place place, MeasuredServer up, Seat seat, FutureTask<Attempt> fork) {}

    /** Measures the groups of a round, one after the other. */
    void measure(int round, List<List<Cell>> planned) throws IOException {
        List<List<Cell>> groups = planned.stream()
                .map(group -> records.notKept(round, group))
                .filter(group -> !group.isEmpty())
                .toList();
        Map<Target, MeasuredServer> servers = new LinkedHashMap<>();
        Map<Target, String> problems = new LinkedHashMap<>();
        try {
            for (List<Cell> group : groups) {
                for (Cell cell : group) {
                    if (!records.isGivenUp(cell)
                            && !servers.containsKey(cell.target())
                            && !problems.containsKey(cell.target())) {
                        Path file = run.endpointFile().resolveSibling(".endpoint-" + (servers.size() + 1));
                        try {
                            servers.put(cell.target(), new MeasuredServer(run, cell.target(), file));
                        } catch (ServerPool.NotStarted e) {
                            problems.put(cell.target(), e.getMessage());
                        }
                    }
                }
            }
            for (List<Cell> group : groups) {
                ShutdownActions.holdIfEnding();
                restart(group, servers, problems);
                measure(round, group, servers, problems);
            }
        } finally {
            stop(servers.values().iterator());
        }
    }

    /** Stops all servers, the last one first, since each puts back the settings that it found. */
    private void stop(Iterator<MeasuredServer> servers) throws IOException {
        if (servers.hasNext()) {
            try (MeasuredServer up = servers.next()) {
                stop(servers);
                up.record();
            }
        }
    }

    /** Starts servers again that have ended. */
    private void restart(List<Cell> group, Map<Target, MeasuredServer> servers, Map<Target, String> problems)
            throws IOException {
        for (Cell cell : group) {
            try {
                if (servers.containsKey(cell.target())) {
                    servers.get(cell.target()).restart();
                }
            } catch (ServerPool.NotStarted e) {
                servers.remove(cell.target());
                problems.put(cell.target(), e.getMessage());
            }
        }
    }

    private void measure(int round, List<Cell> group, Map<Target, MeasuredServer> servers, Map<Target, String> problems)
            throws IOException {
        List<Cell> toMeasure = new ArrayList<>();
        for (Cell cell : group) {
            if (records.isGivenUp(cell)) {
                records.giveUp(cell, round);
            } else if (run.targets().failure(cell).isPresent()) {
                records.fail(
                        new Place(cell, round, 0, SteadyClock.now()),
                        run.targets().failure(cell).get());
            } else if (problems.containsKey(cell.target())) {
                records.fail(new Place(cell, round, 0, SteadyClock.now()), problems.get(cell.target()));
            } else {
                toMeasure.add(cell);
            }
        }
        if (toMeasure.isEmpty()) {
            return;
        }
        Random random = new Random(
                run.request().seed() * 1_000_003L + 31L * round + group.get(0).number());
        Path directory = run.endpointFile().toAbsolutePath().getParent();
        Timing timing = planner.timing(toMeasure, run.request().timing(toMeasure.get(0)));
        try (Turns turns = Turns.of(toMeasure.size(), directory, random, run.log()::println)) {
            List<Taking> forks = new ArrayList<>();
            for (int i = 0; i < toMeasure.size(); i++) {
                Cell cell = toMeasure.get(i);
                forks.add(begin(
                        cell,
                        timing,
                        round,
                        servers.get(cell.target()),
                        turns.seats().get(i)));
            }
            end(round, forks, timing);
        }
    }

    private Taking begin(Cell cell, Timing timing, int round, MeasuredServer up, Seat seat) {
        Place place = new Place(cell, round, up.number(), SteadyClock.now());
        run.listener().cellStarted(round, cell.planned());
        RunContext timed = run.with(run.request().with(timing));
        FutureTask<Attempt> fork = new FutureTask<>(() -> {
            try {
                return Attempt.of(timed, cell, round, up.file(), Optional.of(seat));
            } finally {
                seat.leave();
            }
        });
        Thread thread = new Thread(fork, "rowmark-fork-" + cell.target().name());
        thread.setDaemon(true);
        thread.start();
        return new Taking(place, up, seat, fork);
    }

    /** Records how the forks ended when all have: what a failed one left is removed while none measures. */
    private void end(int round, List<Taking> forks, Timing timing) throws IOException {
        List<Attempt> attempts = new ArrayList<>();
        for (Taking taking : forks) {
            Attempt attempt = ended(taking.fork());
            attempts.add(attempt);
            if (attempt.result().isPresent()) {
                List<Duration> turns = taking.seat().lengths();
                planner.measured(taking.place().cell(), turns.subList(timing.warmups(), turns.size()));
            }
        }
        List<Cell> group = forks.stream().map(taking -> taking.place().cell()).toList();
        planner.after(round, group, timing).ifPresent(run.listener()::planned);
        for (int i = 0; i < forks.size(); i++) {
            Taking taking = forks.get(i);
            // a cell begins with its turn: the order of the cells of a group is that of their first turns
            Place place = taking.place().startedAt(taking.seat().firstTurn());
            Attempt attempt = attempts.get(i);
            if (attempt.result().isEmpty() && !taking.up().isRunning()) {
                attempt = attempt.ofEndedServer("it is started again for the cells to come");
            }
            if (!records.record(place, attempt)) {
                ShutdownActions.holdIfEnding();
                run.targets().clean(place.cell(), taking.up().running(), run.log());
            }
        }
    }

    private static Attempt ended(FutureTask<Attempt> fork) throws IOException {
        try {
            return fork.get();
        } catch (ExecutionException e) {
            return ExceptionUtils.rethrow(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
