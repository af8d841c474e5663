package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.rowmark.process.ChildProcesses;
import org.rowmark.util.Durations;

/**
 * The limit of {@code --timeout} for work of this process and the programs that it runs.
 *
 * @param limit for one piece of work
 */
record TimeLimit(Duration limit) {
    /** The time for work whose program was killed to remove its files. */
    private static final Duration CLEANING = Duration.ofSeconds(10);

    /**
     * Does the work in a thread of its own. Its programs are killed at the limit; work that waits for a server ends
     * with the server or with this process.
     *
     * @throws IOException in one line that names the program, the limit and the option, if the work takes longer
     */
    <T> T within(Callable<T> work) throws IOException, SQLException {
        ChildProcesses programs = ChildProcesses.fromNow();
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "rowmark-limited");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            String names = names(programs);
            programs.kill();
            if (!names.isEmpty()) {
                join(thread);
            }
            throw new IOException(
                    (names.isEmpty() ? "it" : names) + " did not end within " + Durations.words(limit)
                            + "; give it more time with --timeout",
                    e);
        } catch (ExecutionException e) {
            return ExceptionUtils.rethrow(e.getCause());
        } catch (InterruptedException e) {
            programs.kill();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(CLEANING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String names(ChildProcesses programs) {
        return programs.all().stream()
                .map(program -> program.info().command())
                .flatMap(Optional::stream)
                .map(command -> String.valueOf(Path.of(command).getFileName()))
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
