package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rowmark.db.Server;
import org.rowmark.db.TimeLimit;
import org.rowmark.options.RestartPolicy;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.output.RunLog;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;

/**
 * The servers of a run. Some are kept up from one block to the next, each other one runs for its block. Errors of
 * starting or stopping a server concern its target alone.
 */
public final class ServerPool implements AutoCloseable {
    public static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1L;

        NotStarted(Throwable cause) {
            super("the server did not start: " + ErrorMessages.of(cause), cause);
        }
    }

    private final CheckedTargets targets;
    private final RestartPolicy restart;
    private final RunLog log;
    private final Path data;
    private final Map<Target, Server> kept = new LinkedHashMap<>();
    private final Map<String, Integer> starts;

    /**
     * @param data takes the files that pass servers to forks
     * @param starts of servers before a run is continued, by target
     */
    public ServerPool(
            CheckedTargets targets, RestartPolicy restart, RunLog log, Path data, Map<String, Integer> starts) {
        this.targets = targets;
        this.restart = restart;
        this.log = log;
        this.data = data;
        this.starts = new LinkedHashMap<>(starts);
    }

    /** Starts the target's server, unless it is kept up; to be closed at the end of the block. */
    public MeasuredServer start(Target target) throws IOException, NotStarted {
        MeasuredServer server = new MeasuredServer(target);
        server.start();
        return server;
    }

    /** The server of cells that are measured, and the file that passes it to their forks. */
    public final class MeasuredServer implements AutoCloseable {
        private final Target target;
        private final Path file;
        private Server server;
        private RunningTarget running;

        private MeasuredServer(Target target) {
            this.target = target;
            this.file = data.resolve(".endpoint-" + target.name());
        }

        private void start() throws IOException, NotStarted {
            server = up(target);
            try {
                running = targets.of(target).on(server);
                EndpointFile.write(file, running);
            } catch (IOException e) {
                release();
                throw e;
            } catch (RuntimeException | LinkageError e) {
                release();
                throw new NotStarted(e);
            }
        }

        /** Starts the server again if it has ended; returns whether it had. */
        public boolean restart() throws IOException, NotStarted {
            if (isRunning()) {
                return false;
            }
            release();
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

        /** Returns the number of the server's start in this run, from 1; 0 if Rowmark does not start it. */
        public int number() {
            return starts.getOrDefault(target.name(), 0);
        }

        private void release() {
            if (kept.get(target) != server) {
                stop(target, server);
            }
        }

        /** Records what the server has shown of itself while it was measured, and ends its use. */
        @Override
        public void close() throws IOException {
            if (isRunning()) {
                targets.measuredOn(running);
            }
            release();
            Files.deleteIfExists(file);
        }
    }

    /** Returns a server that is up, a kept one if it has not died. */
    private Server up(Target target) throws NotStarted {
        ShutdownActions.holdIfEnding(); // the shutdown ends servers, too
        Server server = kept.get(target);
        if (server != null && isRunning(server)) {
            return server;
        }
        if (server != null) {
            kept.remove(target);
            stop(target, server);
        }
        try {
            server = targets.of(target).start();
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new NotStarted(e);
        }
        if (target.server().isManaged()) {
            starts.merge(target.name(), 1, Integer::sum);
            if (restart == RestartPolicy.RUN) {
                kept.put(target, server);
            }
        }
        return server;
    }

    private void stop(Target target, Server server) {
        log.attempt("stop the server of " + target.name(), () -> TimeLimit.OF_SERVERS.run(server::close));
    }

    private static boolean isRunning(Server server) {
        try {
            return server.isRunning();
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    @Override
    public void close() {
        kept.forEach(this::stop);
    }
}
