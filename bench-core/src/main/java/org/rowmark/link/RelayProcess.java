package org.rowmark.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.util.UsageException;

/** A {@link Relay} in a process of its own, from its start until {@link #close} or the end of this process. */
public final class RelayProcess implements AutoCloseable {
    private final JavaProcess process;
    private final Path counters;
    private final int port;

    private RelayProcess(JavaProcess process, Path counters, int port) {
        this.process = process;
        this.counters = counters;
        this.port = port;
    }

    /**
     * Starts a relay, which listens when this returns.
     *
     * @param server where it relays to
     * @param counters the file to count in; replaced, and removed at the end
     * @throws UsageException if its port is taken or the server's host is unknown
     * @throws IOException if it does not start
     */
    public static RelayProcess start(LinkSpec spec, InetSocketAddress server, Path counters) throws IOException {
        Files.deleteIfExists(counters);
        JavaProcess process = new JavaProcess(
                List.of(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=2g",
                Relay.class.getName(),
                server.getHostString(),
                Integer.toString(server.getPort()),
                spec.text(),
                counters.toString());
        try {
            String line = process.line()
                    .orElseThrow(() -> new IOException("the relay of the link " + spec.text() + " did not start"));
            if (!line.startsWith(Relay.LISTENING)) {
                throw new UsageException("link " + spec.text() + ": " + line);
            }
            return new RelayProcess(process, counters, Integer.parseInt(line.substring(Relay.LISTENING.length())));
        } catch (IOException | RuntimeException e) {
            process.close();
            Files.deleteIfExists(counters);
            throw e;
        }
    }

    /** Returns the port of the loopback address on which it listens. */
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
        process.close();
        try {
            Files.deleteIfExists(counters);
        } catch (IOException e) {
            // it goes with the run's data
        }
    }
}
