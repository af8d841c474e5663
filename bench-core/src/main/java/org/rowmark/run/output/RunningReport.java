package org.rowmark.run.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rowmark.result.ReportWriter;
import org.rowmark.stats.Verdict;
import org.rowmark.util.ErrorMessages;

/** The report of a run that goes on. One that cannot be written is a line in the log. */
public final class RunningReport {
    private static final long LEAST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Path directory;
    private final Consumer<String> log;
    private final Supplier<ReportWriter> writer;
    private final LongSupplier nanos;
    private boolean isWritten;
    private long last;

    /** @param directory of the run */
    public RunningReport(Path directory, Consumer<String> log) {
        this(directory, log, ReportWriter::find, System::nanoTime);
    }

    RunningReport(Path directory, Consumer<String> log, Supplier<ReportWriter> writer, LongSupplier nanos) {
        this.directory = directory;
        this.log = log;
        this.writer = writer;
        this.nanos = nanos;
    }

    /** Returns whether the report is due after a round: from the fifth on, and at most once a minute. */
    public synchronized boolean isDue(int round) {
        boolean isRecent = isWritten && nanos.getAsLong() - last < LEAST_NANOS;
        return round >= Verdict.LEAST_ROUNDS && !isRecent;
    }

    public synchronized void write() {
        isWritten = true;
        try {
            writer.get().write(List.of(directory), directory.resolve(ReportWriter.HTML));
        } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
            log.accept("the report of the rounds so far could not be written: " + ErrorMessages.of(e));
        }
        last = nanos.getAsLong();
    }

    /** Replaces a report that was written, once the run is interrupted. */
    public synchronized void interrupted() {
        if (isWritten) {
            write();
        }
    }
}
