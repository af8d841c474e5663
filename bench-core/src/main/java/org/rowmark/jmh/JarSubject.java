package org.rowmark.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.environment.HostFacts;
import org.rowmark.options.Pinning.CpuSet;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.cells.CellForks;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.cells.CellRecords.CellStart;
import org.rowmark.run.cells.Subject;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.stats.StopReason;

/** The jars of a run, whose benchmarks are measured by their own JMH, one process per cell and round. */
final class JarSubject implements Subject {
    private final Plan plan;
    private final List<JarColumn> columns;
    private final Map<Integer, BenchmarkCase> cases;
    private final JmhWords words;
    private final RunListener listener;
    private final List<TargetFacts> facts;

    JarSubject(
            Plan plan,
            List<JarColumn> columns,
            Map<Integer, BenchmarkCase> cases,
            JmhWords words,
            RunListener listener) {
        this.plan = plan;
        this.columns = columns;
        this.cases = cases;
        this.words = words;
        this.listener = listener;
        this.facts = columns.stream().map(JarColumn::facts).toList();
    }

    @Override
    public void prepare(RunDataDirectory data, HostFacts machine, Consumer<List<TargetFacts>> known) {
        columns.forEach(column -> listener.targetReady(
                column.name(),
                column.jar().file() + ", JMH " + column.jar().jmh() + ", Java "
                        + column.jdk().version()));
        known.accept(facts);
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public String connections() {
        return "";
    }

    @Override
    public List<TargetFacts> facts() {
        return facts;
    }

    @Override
    public Optional<String> obstacle(PlannedCell cell) {
        return plan.skip(cell);
    }

    @Override
    public StopReason measure(Session session, AllRounds rounds) throws IOException {
        Path result = session.data().resolve("jmh-result.json").toAbsolutePath();
        List<String> prefix =
                plan.request().servers().pinning().client().map(CpuSet::prefix).orElse(List.of());
        JarForks measuring = new JarForks(cases, words, prefix);
        CellForks forks = new CellForks(measuring, session.directory(), session.log(), session.listener(), Map.of());
        return rounds.measure((request, part) -> measure(request, part, forks, session.records(), result));
    }

    private static void measure(RunRequest request, RoundPart part, CellForks forks, CellRecords records, Path result)
            throws IOException {
        for (TargetBlock block : part.blocks()) {
            ShutdownActions.holdIfEnding();
            for (PlannedCell cell : records.toMeasure(part.round(), block.cells())) {
                CellStart start = records.start(cell, part.round());
                records.record(start, forks.measure(request, cell, part.round(), result, Optional.empty()));
            }
        }
    }
}
