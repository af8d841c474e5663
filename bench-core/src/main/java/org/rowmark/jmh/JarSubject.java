package org.rowmark.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.environment.HostFacts;
import org.rowmark.jvm.setting.TargetJvm;
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
record JarSubject(Plan plan, List<TargetFacts> facts, JarForks measuring, RunListener listener) implements Subject {
    @Override
    public void prepare(RunDataDirectory data, HostFacts machine, Consumer<List<TargetFacts>> known) {
        facts.forEach(column -> listener.targetReady(
                column.name(),
                column.version() + ", JMH " + column.serverSettings().getOrDefault(JarColumn.JMH, "of no known version")
                        + ", Java " + column.serverSettings().get(TargetJvm.JAVA)));
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
    public Optional<String> obstacle(PlannedCell cell) {
        return plan.skip(cell);
    }

    @Override
    public StopReason measure(Session session, AllRounds rounds) throws IOException {
        Path result = session.data().resolve("jmh-result.json").toAbsolutePath();
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
