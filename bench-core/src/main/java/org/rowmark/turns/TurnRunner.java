package org.rowmark.turns;

import java.io.IOException;
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
import org.rowmark.environment.HostFacts;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.cells.CellForks;
import org.rowmark.run.cells.CellForks.EndedFork;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.cells.CellRecords.CellStart;
import org.rowmark.run.cells.ServerPool;
import org.rowmark.run.cells.ServerPool.MeasuredServer;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.Target;
import org.rowmark.turns.fork.Turns;
import org.rowmark.turns.fork.TurnsOfFork;

/** The measurement of cells that take turns: all servers are up, and the forks of a group live at once. */
public final class TurnRunner {
    /** What a fork takes besides the data of an embedded database. */
    private static final long PER_FORK = 256L << 20;

    /** What stays free for the machine and for what servers take when they work. */
    private static final long RESERVE = 256L << 20;

    private final ServerPool servers;
    private final CellForks forks;
    private final CellRecords records;
    private final RunListener listener;
    private final TurnPlanner planner;

    /** A fork that takes turns. */
    private record Measuring(CellStart start, MeasuredServer server, TurnsOfFork turns, FutureTask<EndedFork> fork) {}

    /** The servers of a round, and why others did not start. */
    private record Servers(Map<String, MeasuredServer> up, Map<String, String> problems) {}

    public TurnRunner(
            RunRequest request, ServerPool servers, CellForks forks, CellRecords records, RunListener listener) {
        this.servers = servers;
        this.forks = forks;
        this.records = records;
        this.listener = listener;
        this.planner = new TurnPlanner(request);
    }

    /** Measures the groups of a round, one after the other. */
    public void measure(RunRequest request, int round, List<List<PlannedCell>> planned) throws IOException {
        Servers ofRound = new Servers(new LinkedHashMap<>(), new LinkedHashMap<>());
        List<List<PlannedCell>> groups = new ArrayList<>();
        try {
            for (List<PlannedCell> group : planned) {
                groups.add(startServers(request, round, group, ofRound));
            }
            memoryProblem(HostFacts.availableMemory(), ofRound.up().size())
                    .ifPresent(problem -> ofRound.up()
                            .keySet()
                            .forEach(target -> ofRound.problems().put(target, problem)));
            for (List<PlannedCell> group : groups) {
                ShutdownActions.holdIfEnding();
                for (PlannedCell cell : group) {
                    start(request.target(cell), ofRound); // again, if it has ended
                }
                measure(request, round, group, ofRound);
            }
        } finally {
            stop(ofRound.up().values().iterator());
        }
    }

    /** Returns in one line that so many bytes are too few for so many forks, if they are. */
    static Optional<String> memoryProblem(long available, int forks) {
        long needed = RESERVE + PER_FORK * forks;
        return available >= needed
                ? Optional.empty()
                : Optional.of("--order turns: with the servers of all targets up, " + HostFacts.gibibytes(available)
                        + " of memory is available, and " + forks + " forks and a reserve need "
                        + HostFacts.gibibytes(needed) + "; use --order interleaved, where one server is up at a time");
    }

    /** Starts the servers of a group; returns its cells that are to be measured. */
    private List<PlannedCell> startServers(RunRequest request, int round, List<PlannedCell> group, Servers ofRound)
            throws IOException {
        List<PlannedCell> cells = records.toMeasure(round, group);
        for (PlannedCell cell : cells) {
            start(request.target(cell), ofRound);
        }
        return cells;
    }

    /** Starts a server, unless it is up or could not be started in this round. */
    private void start(Target target, Servers ofRound) throws IOException {
        try {
            if (ofRound.up().containsKey(target.name())) {
                ofRound.up().get(target.name()).restart();
            } else if (!ofRound.problems().containsKey(target.name())) {
                ofRound.up().put(target.name(), servers.start(target));
            }
        } catch (ServerPool.NotStarted e) {
            ofRound.up().remove(target.name());
            ofRound.problems().put(target.name(), e.getMessage());
        }
    }

    /** Stops all servers, the last one first, since each puts back the settings that it found. */
    private static void stop(Iterator<MeasuredServer> servers) throws IOException {
        if (servers.hasNext()) {
            MeasuredServer server = servers.next();
            try {
                stop(servers);
            } finally {
                server.close();
            }
        }
    }

    private void measure(RunRequest request, int round, List<PlannedCell> group, Servers ofRound) throws IOException {
        List<PlannedCell> cells = new ArrayList<>();
        for (PlannedCell cell : group) {
            if (ofRound.problems().containsKey(cell.target())) {
                records.fail(
                        CellStart.withoutServer(cell, round), ofRound.problems().get(cell.target()));
            } else {
                cells.add(cell);
            }
        }
        if (cells.isEmpty()) {
            return;
        }
        Random random = new Random(
                request.seed() * 1_000_003L + 31L * round + group.get(0).number());
        Timing timing = planner.timing(cells, request.timing(cells.get(0)));
        MeasuredServer any = ofRound.up().get(cells.get(0).target());
        try (Turns turns = Turns.of(cells.size(), any.file().toAbsolutePath().getParent(), random)) {
            List<Measuring> measuring = new ArrayList<>();
            for (PlannedCell cell : cells) {
                measuring.add(begin(
                        request.with(timing),
                        records.start(cell, round, ofRound.up().get(cell.target())),
                        ofRound.up().get(cell.target()),
                        turns.forks().get(measuring.size())));
            }
            end(measuring, timing);
        }
    }

    private Measuring begin(RunRequest request, CellStart start, MeasuredServer server, TurnsOfFork turns) {
        FutureTask<EndedFork> fork = new FutureTask<>(() -> {
            try {
                return forks.measure(request, start.cell(), start.round(), server.file(), Optional.of(turns));
            } finally {
                turns.leave();
            }
        });
        Thread thread = new Thread(fork, "rowmark-fork-" + start.cell().target());
        thread.setDaemon(true);
        thread.start();
        return new Measuring(start, server, turns, fork);
    }

    /** Records how the forks ended when all have: what a failed one left is removed while none measures. */
    private void end(List<Measuring> measuring, Timing timing) throws IOException {
        List<EndedFork> ended = new ArrayList<>();
        for (Measuring each : measuring) {
            EndedFork fork = ended(each.fork());
            ended.add(fork);
            if (fork.returned().isPresent()) {
                List<Duration> turns = each.turns().lengths();
                planner.measured(each.start().cell(), turns.subList(timing.warmups(), turns.size()));
            }
        }
        List<PlannedCell> group =
                measuring.stream().map(each -> each.start().cell()).toList();
        int round = measuring.get(0).start().round();
        planner.after(round, group, timing).ifPresent(listener::planned);
        for (int i = 0; i < measuring.size(); i++) {
            Measuring each = measuring.get(i);
            CellStart start = each.start();
            // a cell begins with its turn: the order of the cells of a group is that of their first turns
            CellStart first = new CellStart(
                    start.cell(),
                    round,
                    start.server(),
                    each.turns().firstTurn().orElse(start.time()));
            EndedFork fork = ended.get(i);
            if (fork.returned().isEmpty() && !each.server().isRunning()) {
                fork = fork.ofEndedServer("it is started again for the cells to come");
            }
            records.record(first, fork, each.server().running());
        }
    }

    private static EndedFork ended(FutureTask<EndedFork> fork) throws IOException {
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
