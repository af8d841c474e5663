package org.rowmark.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.util.Await;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.UsageException;

/**
 * A server that Rowmark started, kept until {@link #close} or the end of the JVM. Only processes started here are
 * stopped, each by its own handle.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Duration BETWEEN_PROBES = Duration.ofMillis(20);
    private static final Duration GRACE_OF_CHILDREN = Duration.ofSeconds(2);
    private static final int FIRST_PORT = 20_000;

    /** Of Linux; those of other systems are higher. */
    private static final int FIRST_ASSIGNED_PORT = 32_768;

    private static final int MOST_PORTS = 100;

    /** The signal that ends a server, and the time until it is killed. */
    public record Stop(String signal, Duration grace) {
        /** Returns SIGTERM, which is what {@link ProcessHandle#destroy} sends. */
        public static Stop terminate(Duration grace) {
            return new Stop("TERM", grace);
        }
    }

    private final Process process;
    private final Command command;
    private final Stop stop;
    private final long logged;
    private final ShutdownActions.Undo undo;
    private volatile boolean wasKilled;

    /** @throws IOException if the program cannot be started */
    private ServerProcess(Command command, Stop stop) throws IOException {
        File log = command.log().orElseThrow().toFile();
        this.command = command;
        this.stop = stop;
        this.logged = log.length();
        this.process = command.builder(stop.signal(), ParentWatch.nothing())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        this.undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::end);
    }

    /** @throws IOException if the program cannot be started */
    public static ServerProcess start(Command command, Stop stop) throws IOException {
        return new ServerProcess(command, stop);
    }

    /**
     * Finds a TCP port of the loopback address that was free a moment ago. It is below those that systems assign by
     * themselves, which another process could be given before a server listens on it.
     */
    public static int freePort() throws IOException {
        for (int attempts = 0; ; attempts++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, FIRST_ASSIGNED_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                if (attempts == MOST_PORTS) { // more than chance: none can be bound
                    throw e;
                }
            }
        }
    }

    /**
     * Waits until the probe no longer fails.
     *
     * @throws IOException if the process ends first or the limit passes; the process is stopped then
     * @throws UsageException as the probe throws it, at once, and the process is stopped: waiting does not help; the
     *     same for the error of a driver that cannot be loaded
     */
    public void awaitReady(FailableRunnable<Exception> probe, Duration limit) throws IOException {
        AtomicReference<Exception> failure = new AtomicReference<>();
        try {
            Await.until(() -> succeeds(probe, failure) || !process.isAlive(), limit, BETWEEN_PROBES);
        } catch (UsageException | LinkageError e) {
            close();
            throw e;
        }
        if (failure.get() != null) {
            // read before it is stopped, which it may log too
            String problem = process.isAlive()
                    ? " did not answer within " + limit.toSeconds() + " s: "
                            + failure.get().getMessage() + ofLog(ErrorLines::end)
                    : " ended with exit code " + process.exitValue() + " while starting" + ofLog(ErrorLines::text);
            close();
            throw new IOException(command.program() + problem);
        }
    }

    private static boolean succeeds(FailableRunnable<Exception> probe, AtomicReference<Exception> failure) {
        try {
            probe.run();
            failure.set(null);
            return true;
        } catch (UsageException e) {
            throw e;
        } catch (Exception e) {
            failure.set(e);
            return false;
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns whether it did not end within the grace time after the signal. */
    public boolean wasKilled() {
        return wasKilled;
    }

    /** Ends the process, by force after the grace time, and waits until it is gone. */
    @Override
    public void close() {
        end();
        ShutdownActions.done(undo);
    }

    private void end() {
        List<ProcessHandle> children =
                Stream.concat(process.descendants(), orphans()).toList();
        try {
            if (process.isAlive()) {
                StoppedProcesses.resume(Stream.concat(Stream.of(process.toHandle()), children.stream()));
                signalEnd();
                if (!process.waitFor(stop.grace().toMillis(), TimeUnit.MILLISECONDS)) {
                    wasKilled = true;
                    process.destroyForcibly().waitFor();
                }
            }
            // a process that a server started for one connection ends with it, which may go on without the server
            awaitEnd(children);
            children.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(children);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }

    /** Finds the processes that it left behind if it died: it has no descendants then. */
    private Stream<ProcessHandle> orphans() {
        return process.isAlive()
                ? Stream.empty()
                : Orphans.in(command.directory().orElseThrow());
    }

    /** Waits for a limited time: in a container whose first process ignores orphans, dead ones look alive. */
    private static void awaitEnd(List<ProcessHandle> children) {
        Await.until(() -> children.stream().noneMatch(ProcessHandle::isAlive), GRACE_OF_CHILDREN, BETWEEN_PROBES);
    }

    /** Signals by the handle: {@link Process#destroy} closes the pipe, which is the end of this process to the watch. */
    private void signalEnd() throws InterruptedException {
        if (stop.signal().equals("TERM")) {
            process.toHandle().destroy();
            return;
        }
        try {
            ChildEnvironment.of(List.of("kill", "-" + stop.signal(), Long.toString(pid())))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            process.toHandle().destroy();
        }
    }

    /** Reads what the log got since the start; what is before that is of earlier starts. */
    private String ofLog(Function<ErrorLines, String> part) {
        Path log = command.log().orElseThrow();
        ErrorLines errors = new ErrorLines();
        try (InputStream bytes = Files.newInputStream(log)) {
            bytes.skipNBytes(logged);
            IOUtils.readLines(bytes, StandardCharsets.UTF_8).forEach(errors::add);
            return part.apply(errors);
        } catch (IOException | UncheckedIOException e) {
            return "; its log " + log + " cannot be read";
        }
    }
}
