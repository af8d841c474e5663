package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.db.Server;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.servers.ServerPool;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;

/** The server of cells that are measured, and the file that passes it to their forks. */
final class MeasuredServer implements AutoCloseable {
    private final RunContext run;
    private final Target target;
    private final Path file;
    private Server server;
    private RunningTarget running;

    /** Starts the server, unless it is kept up. */
    MeasuredServer(RunContext run, Target target, Path file) throws IOException, ServerPool.NotStarted {
        this.run = run;
        this.target = target;
        this.file = file;
        start();
    }

    private void start() throws IOException, ServerPool.NotStarted {
        ShutdownActions.holdIfEnding(); // the shutdown ends servers, too
        server = run.servers().forBlock(run.targets().of(target));
        try {
            running = run.targets().on(target, server);
            EndpointFile.write(file, running);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Starts the server again if it has ended; returns whether it had. */
    boolean restart() throws IOException, ServerPool.NotStarted {
        if (server.isRunning()) {
            return false;
        }
        ShutdownActions.holdIfEnding();
        server.close();
        start();
        return true;
    }

    boolean isRunning() {
        return server.isRunning();
    }

    RunningTarget running() {
        return running;
    }

    Path file() {
        return file;
    }

    /** Returns the number of the server's start. */
    int number() {
        return run.servers().start(target);
    }

    /** Records what the server has shown of itself while it was measured. */
    void record() throws IOException {
        if (server.isRunning()) {
            run.targets().measuredOn(target, server);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(file);
    }
}
