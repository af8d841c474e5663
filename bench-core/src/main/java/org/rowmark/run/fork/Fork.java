package org.rowmark.run.fork;

import java.nio.file.Path;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.turns.fork.TurnsOfFork;

/** The fork of one cell in one round. */
public record Fork(RunRequest request, PlannedCell cell, Path endpointFile, Optional<TurnsOfFork> turns) {
    /** A measurement of a cell: {@link Fork#measure}, or one with several clients. */
    @FunctionalInterface
    public interface Measuring extends AutoCloseable {
        /** @throws Failed if the fork failed for a reason that is known in words */
        BenchmarkResult measure(Fork fork, SampleRecorder recorder) throws RunnerException, Failed;

        @Override
        default void close() {}
    }

    /** Measures in a JVM of its own. */
    public BenchmarkResult measure(SampleRecorder recorder) throws RunnerException, Failed {
        Optional<ClassArchive> classes = ClassArchive.of(request, cell, endpointFile);
        Options options = ForkPlan.of(
                        request, cell, recorder.recentEvery(request.timing(cell).perFork()))
                .options(
                        endpointFile,
                        turns.map(TurnsOfFork::file),
                        request.what().targets().size(),
                        Optional.empty(),
                        classes);
        ForkProcess process = new ForkProcess(request.sampling().limit(), options, endpointFile, turns);
        recorder.endBy(process::kill);
        try {
            return process.measure(recorder, new ForkSignalReader(recorder));
        } finally {
            classes.ifPresent(ClassArchive::keep);
        }
    }

    public static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        public Failed(String message) {
            super(message);
        }

        public Failed(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
