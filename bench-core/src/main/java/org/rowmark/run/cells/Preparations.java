package org.rowmark.run.cells;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.db.Server;
import org.rowmark.db.TimeLimit;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.run.servers.ReadyServer;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadPreparation;

/** The preparations of a run's workloads, one for each class of them, and what they found. */
public final class Preparations {
    private final RunRequest request;
    private final ReadyServer ready;
    private final TimeLimit limit;
    private final DataLoading loading;
    private final Map<Class<? extends WorkloadPreparation>, WorkloadPreparation> instances = new LinkedHashMap<>();
    private final Map<Integer, String> obstacles = new TreeMap<>();
    private final Map<Integer, String> hung = new TreeMap<>();
    private final List<String> reports = new ArrayList<>();

    /** @param ready has the server up whose target is prepared */
    public Preparations(RunRequest request, ReadyServer ready) {
        this.request = request;
        this.ready = ready;
        this.limit = TimeLimit.ofTimeout(request.sampling().limit());
        this.loading = new DataLoading(request);
    }

    /**
     * Checks the files and values that the cells of a plan need, and starts nothing.
     *
     * @throws UsageException naming the option, if the run could not begin
     */
    public static void check(Plan plan) {
        new Preparations(plan.request(), new ReadyServer()).begin(plan.cells());
    }

    /** Checks what cells need, before anything is started. */
    public void begin(List<PlannedCell> cells) {
        cells.stream()
                .map(this::of)
                .distinct()
                .forEach(preparation -> preparation.begin(
                        request.load().options(),
                        request.what().targets(),
                        request.what().baseline()));
    }

    /**
     * Provides the data of a target's cells and prepares them.
     *
     * @param cells of the target, without those that are known to be skipped
     * @return the target, with the origin of its data and the programs that are used there
     * @throws UsageException in one line, naming the target, if the run cannot begin
     */
    public CheckedTarget prepare(CheckedTarget checked, List<PlannedCell> cells, RunListener listener) {
        List<PlannedCell> prepared = cells.stream().filter(this::isNeededFor).toList();
        TargetData data = data(checked, cells, listener);
        return madeReady(checked, () -> {
            CheckedTarget loaded = data.cells().isEmpty()
                    ? checked
                    : checked.with(checked.facts().from(data.provide()));
            return prepared.isEmpty()
                    ? loaded
                    : loaded.with(loaded.facts().with(programs(loaded, prepared, data.progress())));
        });
    }

    private TargetData data(CheckedTarget checked, List<PlannedCell> cells, RunListener listener) {
        return new TargetData(
                request,
                checked,
                ready,
                cells.stream().filter(loading::isNeeded).toList(),
                progress(checked.target().name(), listener),
                this::failed);
    }

    /** Loads the data of a target's cells so that it stays, without all else that forks need. */
    KeptData keep(CheckedTarget checked, List<PlannedCell> cells, RunListener listener) {
        return madeReady(checked, StayingData.of(data(checked, cells, listener))::prepare);
    }

    /** Removes what {@link #keep} loaded. */
    KeptData remove(CheckedTarget checked, List<PlannedCell> cells, RunListener listener) {
        return madeReady(checked, StayingData.of(data(checked, cells, listener))::clean);
    }

    private static <T> T madeReady(CheckedTarget checked, Callable<T> work) {
        String name = checked.target().name();
        try {
            return work.call();
        } catch (UsageException e) {
            throw e.getMessage().contains(name) ? e : checked.target().problem(e.getMessage(), e);
        } catch (Exception | LinkageError e) {
            throw new UsageException("target '" + name + "' cannot be made ready: " + ErrorMessages.of(e), e);
        }
    }

    /** Prepares cells; returns the versions of the programs that are used. */
    private Map<String, String> programs(
            CheckedTarget checked, List<PlannedCell> cells, WorkloadPreparation.ProgressListener progress)
            throws IOException, SQLException {
        RunningTarget running = checked.on(ready);
        for (PlannedCell cell : cells) {
            ShutdownActions.holdIfEnding();
            within(
                            List.of(cell),
                            () -> of(cell).prepare(
                                            running,
                                            cell.parameters(),
                                            request.load().options(),
                                            progress))
                    .flatMap(Function.identity())
                    .ifPresent(reason -> obstacles.put(cell.number(), reason));
        }
        Map<String, String> programs = new TreeMap<>();
        Map<WorkloadPreparation, List<PlannedCell>> all =
                cells.stream().collect(Collectors.groupingBy(this::of, LinkedHashMap::new, Collectors.toList()));
        for (Map.Entry<WorkloadPreparation, List<PlannedCell>> each : all.entrySet()) {
            within(each.getValue(), () -> {
                        each.getKey().prepared(running);
                        return each.getKey().programs(running);
                    })
                    .ifPresent(programs::putAll);
        }
        return programs;
    }

    /** Does work for cells, which fail if it takes too long; not for cells that have. */
    private <T> Optional<T> within(List<PlannedCell> cells, Callable<T> work) throws IOException, SQLException {
        if (cells.stream().allMatch(cell -> hung.containsKey(cell.number()))) {
            return Optional.empty();
        }
        try {
            return Optional.of(limit.within(work));
        } catch (TimeLimit.Exceeded e) {
            cells.forEach(cell -> failed(cell, e));
            return Optional.empty();
        }
    }

    private void failed(PlannedCell cell, TimeLimit.Exceeded e) {
        hung.putIfAbsent(cell.number(), "it was not made ready: " + e.getMessage());
        reports.add(cell.label() + " was not made ready: " + e.report());
    }

    /** Returns why a cell fails in every round: what it needs took too long to make. */
    public Optional<String> failure(PlannedCell cell) {
        return Optional.ofNullable(hung.get(cell.number()));
    }

    public List<String> reports() {
        return reports;
    }

    private static WorkloadPreparation.ProgressListener progress(String target, RunListener listener) {
        return new WorkloadPreparation.ProgressListener() {
            @Override
            public void step(String text) {
                listener.preparing(target, ErrorMessages.oneLine(text));
            }

            @Override
            public void made(String text) {
                listener.made(target, ErrorMessages.oneLine(text));
            }
        };
    }

    /** Returns why a cell cannot be measured, as known beforehand or found out by preparing it. */
    public Optional<String> obstacle(PlannedCell cell) {
        return of(cell).obstacle(request.target(cell), cell.parameters())
                .or(() -> Optional.ofNullable(obstacles.get(cell.number())));
    }

    /** Removes what a fork of the cell left that failed or was killed. */
    public void clean(PlannedCell cell, RunningTarget running) throws IOException, SQLException {
        limit.run(() -> of(cell).clean(running, cell.parameters()));
    }

    /** Checks the data of a cell like a fork that finds it; returns whether the cell has any. */
    public boolean checkData(PlannedCell cell, RunningTarget running) throws IOException, SQLException {
        boolean hasData = loading.isNeeded(cell);
        if (hasData) {
            limit.within(() -> loading.load(cell, running));
        }
        return hasData;
    }

    public void end(CheckedTarget checked) throws IOException, SQLException {
        List<WorkloadPreparation> open = instances.values().stream()
                .filter(preparation -> preparation.hasEnd(checked.target()))
                .toList();
        if (open.isEmpty()) {
            return;
        }
        try (Server server = checked.start()) {
            RunningTarget running = checked.on(server);
            for (WorkloadPreparation preparation : open) {
                limit.run(() -> preparation.end(running));
            }
        }
    }

    private boolean isNeededFor(PlannedCell cell) {
        return request.workload(cell).needsPreparation();
    }

    private WorkloadPreparation of(PlannedCell cell) {
        Workload workload = request.workload(cell);
        return instances.computeIfAbsent(workload.info().preparation(), type -> workload.newPreparation());
    }
}
