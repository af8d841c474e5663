package org.rowmark.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.process.ShutdownActions;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.UsageException;

/** A {@link Relay} in a process of its own, from its start until {@link #close} or the end of this process. */
public final class RelayProcess implements AutoCloseable {
    private final Process process;
    private final Path counters;
    private final int port;
    private final ShutdownActions.Undo undo;

    private RelayProcess(LinkSpec spec, Process process, Path counters) throws IOException {
        this.process = process;
        this.counters = counters;
        undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::end);
        String line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null || !line.startsWith(Relay.LISTENING)) {
            close();
            if (line == null) {
                throw new IOException("the relay of the link " + spec.text() + " did not start");
            }
            throw new UsageException("link " + spec.text() + ": " + line);
        }
        port = Integer.parseInt(line.substring(Relay.LISTENING.length()));
    }

    /** Starts a relay, which listens when this returns; it removes the file of counters at the end. */
    public static RelayProcess start(LinkSpec spec, InetSocketAddress server, Path counters) throws IOException {
        ShutdownActions.holdIfEnding();
        Files.deleteIfExists(counters);
        List<String> words = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", // soon compiled, and there is little to optimize
                "-Xmx1g",
                "-XX:MaxDirectMemorySize=2g",
                Relay.class.getName(),
                server.getHostString(),
                Integer.toString(server.getPort()),
                spec.text(),
                counters.toString());
        Process process = ChildEnvironment.of(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new RelayProcess(spec, process, counters);
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process and waits until it is gone; connections through it are reset. */
    @Override
    public void close() {
        end();
        ShutdownActions.done(undo);
        try {
            Files.deleteIfExists(counters);
        } catch (IOException e) {
            // it goes with the run's data
        }
    }

    private void end() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
