package org.rowmark.db;

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
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.process.ChildProcesses;
import org.rowmark.util.Await;
import org.rowmark.util.Durations;
import org.rowmark.util.HangingPlace;

/** A limit for work of this process, its servers and programs; the advice follows a semicolon. */
public record TimeLimit(Duration limit, String advice) {
    /** The limit for starting, checking and stopping a server, with what it downloads and recovers. */
    public static final TimeLimit OF_SERVERS = new TimeLimit(Duration.ofMinutes(15), "");

    /** The time for work whose program was killed, or whose connections were cut, to remove its files. */
    private static final Duration CLEANING = Duration.ofSeconds(10);

    /** Returns the limit of {@code --timeout}. */
    public static TimeLimit ofTimeout(Duration limit) {
        return new TimeLimit(limit, "; give it more time with --timeout");
    }

    /** The end of work that took too long; its cause has the stack of the work. */
    public static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1L;

        private Exceeded(String what, String advice, StackTraceElement... stack) {
            super(what + ", and hung in " + HangingPlace.words(stack) + advice, new TimeoutException());
            getCause().setStackTrace(stack);
        }

        public String report() {
            return getMessage() + "\n" + HangingPlace.lines(getCause().getStackTrace());
        }
    }

    /** Does the work in a thread of its own. At the limit its programs are killed and its connections are cut. */
    public <T> T within(Callable<T> work) throws IOException, SQLException {
        ChildProcesses programs = ChildProcesses.fromNow();
        WatchedConnections connections = new WatchedConnections(limit);
        FutureTask<T> task = new FutureTask<>(() -> connections.during(work));
        Thread thread = new Thread(task, "rowmark-limited");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            StackTraceElement[] stack = thread.getStackTrace();
            String names = names(programs);
            programs.kill();
            if (connections.cut() || !names.isEmpty()) {
                Await.until(() -> !thread.isAlive(), CLEANING, Duration.ofMillis(10));
            }
            throw new Exceeded(
                    (names.isEmpty() ? "it" : names) + " did not end within " + Durations.words(limit), advice, stack);
        } catch (ExecutionException e) {
            return ExceptionUtils.rethrow(e.getCause());
        } catch (InterruptedException e) {
            programs.kill();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Does work that returns nothing, as {@link #within} does. */
    public void run(FailableRunnable<Exception> work) throws IOException, SQLException {
        within(() -> {
            work.run();
            return null;
        });
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
