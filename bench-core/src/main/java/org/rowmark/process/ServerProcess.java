package org.rowmark.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.rowmark.util.Await;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;

/**
 * A server that Rowmark started, kept until {@link #close}. Only processes started here are ever stopped, each by its own
 * handle; those still alive at the end of the JVM are stopped too.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Duration BETWEEN_PROBES = Duration.ofMillis(20);
    private static final Duration GRACE_OF_CHILDREN = Duration.ofSeconds(2);

    /** How to ask a server to end, and how long it may take before it is killed. */
    public record Stop(String signal, Duration grace) {
        /** SIGTERM, which is what {@link Process#destroy} sends. */
        public static Stop terminate(Duration grace) {
            return new Stop("TERM", grace);
        }
    }

    /** Throws as long as the server does not answer. */
    @FunctionalInterface
    public interface Probe {
        void run() throws Exception;
    }

    private final Process process;
    private final Command command;
    private final Stop stop;
    private final long logged;
    private final Instant started = Instant.now().minusSeconds(1); // the system counts in coarser units
    private final ShutdownActions.Undo undo;

    private ServerProcess(Process process, Command command, Stop stop, long logged) {
        this.process = process;
        this.command = command;
        this.stop = stop;
        this.logged = logged;
        this.undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::end);
    }

    /** @throws IOException if the program cannot be started */
    public static ServerProcess start(Command command, Stop stop) throws IOException {
        Path log = command.log().orElseThrow();
        long logged = Files.exists(log) ? Files.size(log) : 0;
        return new ServerProcess(launch(command), command, stop, logged);
    }

    /** A TCP port of the loopback address that was free a moment ago. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /**
     * Waits until the probe succeeds.
     *
     * @throws IOException if the process ends first or the limit passes; the process is stopped then
     * @throws UsageException as the probe throws it, at once, like the error of a driver that cannot be loaded: waiting does not cure it; the process is stopped then
     */
    public void awaitReady(Probe probe, Duration limit) throws IOException {
        AtomicReference<Exception> last = new AtomicReference<>();
        try {
            Await.until(() -> succeeds(probe, last) || !process.isAlive(), limit, BETWEEN_PROBES);
        } catch (UsageException | LinkageError e) {
            close();
            throw e;
        }
        if (last.get() != null) {
            String problem = process.isAlive()
                    ? " did not answer within " + limit.toSeconds() + " s: "
                            + last.get().getMessage()
                    : " ended with exit code " + process.exitValue() + " while starting";
            close();
            throw new IOException(command.program() + problem + errors());
        }
    }

    private static boolean succeeds(Probe probe, AtomicReference<Exception> last) {
        try {
            probe.run();
            last.set(null);
        } catch (UsageException e) {
            throw e;
        } catch (Exception e) {
            last.set(e);
        }
        return last.get() == null;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Asks the process to end, kills it if it does not within the grace time, and waits until it is gone. */
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
                askToEnd();
                if (!process.waitFor(stop.grace().toMillis(), TimeUnit.MILLISECONDS)) {
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

    /** A process that died has no descendants. */
    private Stream<ProcessHandle> orphans() {
        return process.isAlive()
                ? Stream.empty()
                : Orphans.in(command.directory().orElseThrow(), started);
    }

    /** Not for ever: in a container whose first process does not care for orphans, dead ones look alive. */
    private static void awaitEnd(List<ProcessHandle> children) {
        Await.until(() -> children.stream().noneMatch(ProcessHandle::isAlive), GRACE_OF_CHILDREN, BETWEEN_PROBES);
    }

    private void askToEnd() throws InterruptedException {
        if (stop.signal().equals("TERM")) {
            process.destroy();
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + stop.signal(), Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            process.destroy();
        }
    }

    private static Process launch(Command command) throws IOException {
        return command.builder()
                .redirectInput(ProcessBuilder.Redirect.from(nullDevice()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        command.log().orElseThrow().toFile()))
                .start();
    }

    private static File nullDevice() {
        return new File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
    }

    /** What the log got since the start: those before are of earlier starts. */
    private String errors() {
        Path log = command.log().orElseThrow();
        ErrorLines errors = new ErrorLines();
        try (InputStream bytes = Files.newInputStream(log)) {
            bytes.skipNBytes(logged);
            new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))
                    .lines()
                    .forEach(errors::add);
        } catch (IOException | UncheckedIOException e) {
            return "; its log " + log + " cannot be read";
        }
        return errors.text();
    }
}
