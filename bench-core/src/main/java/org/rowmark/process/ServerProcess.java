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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

/** A server that Rowmark started, kept until {@link #close} or the end of the JVM, and stopped by its handle. */
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

    public static ServerProcess start(Command command, Stop stop) throws IOException {
        return new ServerProcess(command, stop);
    }

    /** Finds a free TCP port below those that systems assign, which another process could be given meanwhile. */
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
     * Waits until the probe no longer fails. The process is stopped if it ends first, if the limit passes, or if
     * waiting does not help: for a {@link UsageException} and a driver that cannot be loaded.
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
                signal(stop.signal(), Stream.of(process.toHandle()));
                // somebody may have stopped them (SIGSTOP), and then they end by no other signal than SIGKILL
                signal("CONT", Stream.concat(Stream.of(process.toHandle()), children.stream()));
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

    /** Finds what it left behind if it died, on Linux: orphans that work in the server's directory. */
    private Stream<ProcessHandle> orphans() {
        if (process.isAlive()) {
            return Stream.empty(); // it has descendants
        }
        Set<ProcessHandle> adopters = adopters();
        return ProcessHandle.allProcesses()
                .filter(other -> worksIn(command.directory().orElseThrow(), other))
                .filter(other -> other.parent().map(adopters::contains).orElse(true));
    }

    /** Finds those to which the system may give an orphan: the ancestors of its server, and the first of all processes. */
    private static Set<ProcessHandle> adopters() {
        Set<ProcessHandle> adopters = new HashSet<>();
        ProcessHandle current = ProcessHandle.current();
        Optional<ProcessHandle> ancestor = current.parent().or(() -> Optional.of(current));
        while (ancestor.isPresent() && adopters.add(ancestor.get())) {
            ancestor = ancestor.get().parent();
        }
        ProcessHandle.of(1).ifPresent(adopters::add);
        return adopters;
    }

    private static boolean worksIn(Path directory, ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
                    .startsWith(directory.toRealPath());
        } catch (IOException | UnsupportedOperationException e) {
            return false; // not Linux, another user's, or gone
        }
    }

    /** Waits for a limited time: in a container whose first process ignores orphans, dead ones look alive. */
    private static void awaitEnd(List<ProcessHandle> children) {
        Await.until(() -> children.stream().noneMatch(ProcessHandle::isAlive), GRACE_OF_CHILDREN, BETWEEN_PROBES);
    }

    /** Sends a signal; without {@code kill} closes the pipe of the watch, which ends the server. */
    private void signal(String signal, Stream<ProcessHandle> processes) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(each -> words.add(Long.toString(each.pid())));
        try {
            ChildEnvironment.of(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
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
