package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.db.Server;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;

/** The server of cells that are measured, and the file that passes it to their forks. */
public final class MeasuredServer implements AutoCloseable {
    private final ServerPool pool;
    private final Target target;
    private final Path file;
    private Server server;
    private RunningTarget running;

    MeasuredServer(ServerPool pool, Target target, Path file) {
        this.pool = pool;
        this.target = target;
        this.file = file;
    }

    void start() throws IOException, ServerPool.NotStarted {
        server = pool.up(target);
        try {
            running = pool.targets().on(target, server);
            EndpointFile.write(file, running);
        } catch (IOException e) {
            pool.release(target, server);
            throw e;
        } catch (RuntimeException | LinkageError e) {
            pool.release(target, server);
            throw new ServerPool.NotStarted(e);
        }
    }

    /** Starts the server again if it has ended; returns whether it had. */
    public boolean restart() throws IOException, ServerPool.NotStarted {
        if (isRunning()) {
            return false;
        }
        pool.release(target, server);
        start();
        return true;
    }

    public boolean isRunning() {
        return ServerPool.isRunning(server);
    }

    public RunningTarget running() {
        return running;
    }

    public Path file() {
        return file;
    }

    /** Returns the number of the server's start. */
    public int number() {
        return pool.lastStart(target);
    }

    /** Records what the server has shown of itself while it was measured, and ends its use. */
    @Override
    public void close() throws IOException {
        if (isRunning()) {
            pool.targets().measuredOn(running);
        }
        pool.release(target, server);
        Files.deleteIfExists(file);
    }
}
