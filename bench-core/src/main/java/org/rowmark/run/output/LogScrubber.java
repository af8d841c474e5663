package org.rowmark.run.output;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.rowmark.process.ShutdownActions;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;

/**
 * The removal of secrets from the logs that the servers and programs of a run write themselves: at the end of the run
 * or, if the process ends before, when all of them have been stopped. The latter takes limited time; what is left of a
 * log then is dropped, as it may hold a secret.
 */
public final class LogScrubber {
    /** The time for all logs of an interrupted run, whose user waits for the prompt. */
    private static final Duration AT_SHUTDOWN = Duration.ofSeconds(5);

    private static final String CUT = "rowmark: the rest of this log is left out: the run was interrupted, and removing"
            + " secrets from all of it would have taken too long";

    private final Collection<Path> logs;
    private final Duration patience;
    private final ShutdownActions.Undo undo;
    private volatile long deadline = System.nanoTime() + Duration.ofDays(1000).toNanos();

    /** @param patience how long the end of the process may be delayed */
    LogScrubber(Collection<Path> logs, Duration patience) {
        this.logs = logs;
        this.patience = patience;
        this.undo = ShutdownActions.register(ShutdownActions.Stage.FILES, this::scrubAtShutdown);
    }

    /** Returns the scrubber of a run's logs, which need not exist yet. */
    public static LogScrubber of(List<Target> targets, Path runDirectory) {
        return new LogScrubber(
                targets.stream()
                        .flatMap(target -> Stream.of(
                                RunDataDirectory.serverLog(target, runDirectory),
                                runDirectory.resolve(RunDataDirectory.programsLog(target))))
                        .toList(),
                AT_SHUTDOWN);
    }

    /** Scrubs all logs, to which nothing may be written from now on. */
    public synchronized void scrub() throws IOException {
        for (Path log : logs) {
            scrub(log);
        }
        ShutdownActions.done(undo);
    }

    private void scrubAtShutdown() {
        deadline = System.nanoTime() + patience.toNanos(); // also for a thread that is scrubbing now
        synchronized (this) {
            for (Path log : logs) {
                try {
                    scrub(log);
                } catch (IOException e) {
                    System.err.println("rowmark: could not remove secrets from " + log + ": " + ErrorMessages.of(e));
                }
            }
        }
    }

    /** Scrubs a file, if it exists, line by line: a log may be larger than the memory, or than an array can be. */
    private void scrub(Path log) throws IOException {
        if (Files.notExists(log)) {
            return;
        }
        Path scrubbed = log.resolveSibling(log.getFileName() + ".scrubbed");
        try {
            try (BufferedReader reader = new BufferedReader(
                            new InputStreamReader(Files.newInputStream(log), StandardCharsets.UTF_8));
                    Writer writer = Files.newBufferedWriter(scrubbed)) {
                String line = reader.readLine();
                while (line != null && System.nanoTime() - deadline < 0) {
                    writer.write(Secrets.scrub(line) + "\n");
                    line = reader.readLine();
                }
                writer.write(line == null ? "" : CUT + "\n");
            }
            Files.move(scrubbed, log, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(scrubbed);
        }
    }
}
