package org.rowmark.run;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.clients.ClientForks;
import org.rowmark.db.TimeLimit;
import org.rowmark.environment.EnvironmentCollector;
import org.rowmark.environment.HostFacts;
import org.rowmark.memory.ServerCgroups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.rates.RateSearch;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.RoundRunner.BlockRunner;
import org.rowmark.run.cells.CellForks;
import org.rowmark.run.cells.CheckedTargets;
import org.rowmark.run.cells.ServerPool;
import org.rowmark.run.cells.Subject;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.servers.ReadyServer;
import org.rowmark.run.servers.TargetCheck;
import org.rowmark.stats.StopReason;
import org.rowmark.targets.RunningTarget;
import org.rowmark.turns.TurnRunner;

/** The targets of a run with their servers, on which workloads are measured. */
final class TargetsOfRun implements Subject {
    private static final String CONNECTIONS = "a thread keeps one connection of the driver for the whole fork; with the"
            + " parameter " + org.rowmark.fixture.Session.POOL
            + ", it borrows one for each operation from a HikariCP pool of that size";

    private final RunRequest request;
    private final Plan plan;
    private final Fork.Measuring forks;
    private final ServerCgroups cgroups;
    private final ReadyServer ready = new ReadyServer();
    private final CheckedTargets targets;

    TargetsOfRun(Plan plan, RunListener listener, Fork.Measuring forks) {
        this.plan = plan;
        this.request = plan.request();
        this.forks = forks;
        this.cgroups = ServerCgroups.of(request.servers().limitsMemory());
        this.targets = new CheckedTargets(plan, listener, cgroups, ready);
    }

    @Override
    public void prepare(RunDataDirectory data, HostFacts machine, Consumer<List<TargetFacts>> known)
            throws IOException {
        try (ready) {
            TargetCheck check =
                    new TargetCheck(ready, new EnvironmentCollector(machine)::collect, TimeLimit.OF_SERVERS);
            targets.prepare(data, check, known);
        }
    }

    @Override
    public List<String> notes() {
        List<String> notes =
                new ArrayList<>(request.what().links().notes(request.what().targets()));
        notes.addAll(targets.notes());
        notes.addAll(targets.preparations().reports());
        return notes;
    }

    @Override
    public String connections() {
        return CONNECTIONS;
    }

    @Override
    public List<TargetFacts> facts() {
        return targets.facts();
    }

    @Override
    public Optional<String> obstacle(PlannedCell cell) {
        return targets.obstacle(cell);
    }

    @Override
    public Optional<String> failure(PlannedCell cell) {
        return targets.preparations().failure(cell);
    }

    @Override
    public void measuredOn(String target, Map<String, String> fingerprints) {
        targets.measuredOn(target, fingerprints);
    }

    @Override
    public void clean(PlannedCell cell, RunningTarget running) throws IOException, SQLException {
        targets.preparations().clean(cell, running);
    }

    @Override
    public StopReason measure(Session session, AllRounds rounds) throws IOException {
        try (ServerPool servers = new ServerPool(
                        targets,
                        request.servers().restart(),
                        session.log(),
                        session.data(),
                        session.records().resumption().serverStarts(plan.cells()));
                Fork.Measuring measuring = request.load().clients().isPresent()
                        ? ClientForks.start(
                                request.load().clients().get(),
                                session.data(),
                                session.directory().path(),
                                session.listener())
                        : forks) {
            CellForks cells =
                    new CellForks(measuring, session.directory(), session.log(), session.listener(), new HashMap<>());
            Optional<RateSearch> search =
                    RateSearch.of(request, servers, cells, session.records(), session.directory(), session.listener());
            if (search.isPresent()) {
                cells.rates()
                        .putAll(search.get()
                                .search(
                                        session.toMeasure(),
                                        session.records().resumption().highestRates()));
            }
            BlockRunner blocks = new BlockRunner(targets, servers, cells, session.records());
            TurnRunner turns = new TurnRunner(request, servers, cells, session.records(), session.listener());
            return rounds.measure((current, part) -> {
                for (TargetBlock block : part.blocks()) {
                    blocks.measure(current, part.round(), block);
                }
                turns.measure(current, part.round(), part.groups());
            });
        }
    }

    @Override
    public void tidy(RunLog log) {
        targets.tidy(log);
    }

    @Override
    public void close() throws IOException {
        cgroups.close();
    }
}
