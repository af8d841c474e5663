package org.rowmark.db;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program that Rowmark started: a server, kept until {@link #close}, or a tool, run to its end. Only processes
 * started here are ever stopped, each by its own handle; those still alive at the end of the JVM are stopped too.
 */
public final class LocalProcess implements AutoCloseable {
    private static final Duration BETWEEN_PROBES = Duration.ofMillis(20);
    private static final Duration GRACE_OF_CHILDREN = Duration.ofSeconds(2);
    private static final int LOG_LINES_IN_ERRORS = 4;

    /** Lines that say what went wrong, among those that say how to report a bug. */
    private static final Pattern ERROR =
            Pattern.compile("\\b(error|fatal|panic|unknown|unrecognized|invalid)\\b", Pattern.CASE_INSENSITIVE);

    /**
     * A program and where it runs.
     *
     * @param prefix a program that replaces itself by the one in words, with its arguments; empty for none
     * @param words program and arguments; no secret may be among them
     * @param environment variables set in addition to the inherited ones
     * @param directory working directory
     * @param log takes standard output and standard error, appended
     */
    public record Command(
            List<String> prefix, List<String> words, Map<String, String> environment, Path directory, Path log) {
        public Command(List<String> words, Map<String, String> environment, Path directory, Path log) {
            this(List.of(), words, environment, directory, log);
        }

        public Command(List<String> words, Path directory, Path log) {
            this(words, Map.of(), directory, log);
        }

        public Command behind(List<String> newPrefix) {
            return new Command(newPrefix, words, environment, directory, log);
        }

        List<String> line() {
            return Stream.concat(prefix.stream(), words.stream()).toList();
        }

        String program() {
            return Path.of(words.get(0)).getFileName().toString();
        }
    }

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
    private final Instant started = Instant.now().minusSeconds(1); // the system counts in coarser units
    private final AtExit.Undo undo;

    private LocalProcess(Process process, Command command, Stop stop) {
        this.process = process;
        this.command = command;
        this.stop = stop;
        this.undo = AtExit.register(AtExit.Stage.PROCESSES, this::end);
    }

    /** @throws IOException if the program cannot be started */
    public static LocalProcess start(Command command, Stop stop) throws IOException {
        return new LocalProcess(launch(command), command, stop);
    }

    /**
     * Runs a tool to its end.
     *
     * @throws IOException if it cannot be started, ends with another code than 0, or takes longer than the limit; the
     *     message holds the last lines of its output
     */
    public static void run(Command command, Duration limit) throws IOException {
        try (LocalProcess tool = start(command, Stop.terminate(Duration.ofSeconds(2)))) {
            if (!tool.process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        command.program() + " did not end within " + limit.toSeconds() + " s" + tool.logTail());
            }
            if (tool.process.exitValue() != 0) {
                throw new IOException(
                        command.program() + " ended with exit code " + tool.process.exitValue() + tool.logTail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + command.program(), e);
        }
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
     * @throws UsageException as the probe throws it, at once: waiting does not cure it; the process is stopped then
     */
    public void awaitReady(Probe probe, Duration limit) throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Exception last;
            try {
                probe.run();
                return;
            } catch (UsageException e) {
                close();
                throw e;
            } catch (Exception e) {
                last = e;
            }
            String problem = null;
            if (!process.isAlive()) {
                problem = " ended with exit code " + process.exitValue() + " while starting";
            } else if (System.nanoTime() > deadline) {
                problem = " did not answer within " + limit.toSeconds() + " s: " + last.getMessage();
            }
            if (problem != null) {
                close();
                throw new IOException(command.program() + problem + logTail());
            }
            pause();
        }
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
        AtExit.done(undo);
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
            end(children);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }

    /** A process that died has no descendants. */
    private Stream<ProcessHandle> orphans() {
        return process.isAlive() ? Stream.empty() : Orphans.in(command.directory(), started);
    }

    /** A process that a server started for one connection ends with the connection, which may go on without the server. */
    private static void end(List<ProcessHandle> children) throws InterruptedException {
        awaitEnd(children);
        children.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(children);
    }

    /** Not for ever: in a container whose first process does not care for orphans, dead ones look alive. */
    private static void awaitEnd(List<ProcessHandle> children) throws InterruptedException {
        long deadline = System.nanoTime() + GRACE_OF_CHILDREN.toNanos();
        while (children.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.sleep(BETWEEN_PROBES.toNanos());
        }
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
        ProcessBuilder builder = new ProcessBuilder(command.line())
                .directory(command.directory().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(nullDevice()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(command.log().toFile()));
        builder.environment().putAll(command.environment());
        return builder.start();
    }

    private static java.io.File nullDevice() {
        return new java.io.File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
    }

    private String logTail() {
        if (Files.notExists(command.log())) {
            return "";
        }
        Deque<String> last = new ArrayDeque<>();
        Deque<String> errors = new ArrayDeque<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Files.newInputStream(command.log()), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    keep(ERROR.matcher(line).find() ? errors : last, line);
                }
            }
        } catch (IOException e) {
            return "; its log " + command.log() + " cannot be read";
        }
        Deque<String> telling = errors.isEmpty() ? last : errors;
        return telling.isEmpty() ? "" : "; its last words: " + String.join(" | ", telling);
    }

    private static void keep(Deque<String> lines, String line) {
        lines.addLast(line);
        if (lines.size() > LOG_LINES_IN_ERRORS) {
            lines.removeFirst();
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(BETWEEN_PROBES.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a server was starting", e);
        }
    }
}
