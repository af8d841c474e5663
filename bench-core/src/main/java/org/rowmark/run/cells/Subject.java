package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.environment.HostFacts;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.stats.StopReason;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** The things that a run measures: targets with their servers, or benchmarks of others in jars of their own. */
public interface Subject extends AutoCloseable {
    /** The measuring of a run, with the directory of its temporary data and the receivers of its results. */
    record Session(
            List<PlannedCell> toMeasure,
            Path data,
            RunDirectory directory,
            RunLog log,
            RunListener listener,
            CellRecords records) {}

    /** The measurement of a part of a round. */
    @FunctionalInterface
    interface PartRunner {
        void measure(RunRequest request, RoundPart part) throws IOException;
    }

    /** All rounds, which are measured part by part. */
    @FunctionalInterface
    interface AllRounds {
        StopReason measure(PartRunner parts) throws IOException;
    }

    /**
     * Checks what is measured, and prepares the cells.
     *
     * @param known receives the facts before anything is prepared
     * @throws UsageException if the run cannot begin
     */
    void prepare(RunDataDirectory data, HostFacts machine, Consumer<List<TargetFacts>> known) throws IOException;

    /** Lists lines for the log of the run. */
    List<String> notes();

    /** Describes how connections are kept; empty where there are none. */
    String connections();

    /** Returns the facts of each column, as far as they are known by now. */
    List<TargetFacts> facts();

    /** Returns why a cell cannot be measured, as far as that is known. */
    Optional<String> obstacle(PlannedCell cell);

    /** Returns why a cell fails in every round. */
    default Optional<String> failure(PlannedCell cell) {
        return Optional.empty();
    }

    /** Adds fingerprints of the data that was measured on. */
    default void measuredOn(String target, Map<String, String> fingerprints) {}

    /** Removes what a failed fork left. */
    default void clean(PlannedCell cell, RunningTarget running) throws IOException, SQLException {}

    /** Measures all rounds; returns why they ended. */
    StopReason measure(Session session, AllRounds rounds) throws IOException;

    /** Removes what the run made, after the last round. */
    default void tidy(RunLog log) {}

    @Override
    default void close() throws IOException {}
}
