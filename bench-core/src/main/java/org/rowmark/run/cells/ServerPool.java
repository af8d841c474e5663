package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rowmark.db.Server;
import org.rowmark.db.TimeLimit;
import org.rowmark.options.RestartPolicy;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.output.RunLog;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;

/**
 * The servers of a run. Some are kept up from one block to the next, each other one runs for its block. Errors of
 * starting or stopping a server concern its target alone.
 */
public final class ServerPool implements AutoCloseable {
    /** The failed start of a target's server. */
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

    /** @param data takes the files that pass servers to forks */
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
        MeasuredServer server = new MeasuredServer(this, target, data.resolve(".endpoint-" + target.name()));
        server.start();
        return server;
    }

    CheckedTargets targets() {
        return targets;
    }

    /** Returns a server that is up, a kept one if it has not died. */
    Server up(Target target) throws NotStarted {
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

    /** Ends the use of a server, which stops it unless it is kept up. */
    void release(Target target, Server server) {
        if (kept.get(target) != server) {
            stop(target, server);
        }
    }

    private void stop(Target target, Server server) {
        try {
            TimeLimit.OF_SERVERS.within(() -> {
                server.close();
                return null;
            });
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            log.println("could not stop the server of " + target.name() + ": " + ErrorMessages.of(e));
        }
    }

    static boolean isRunning(Server server) {
        try {
            return server.isRunning();
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    /** Returns the number of the target's last server start in this run, from 1; 0 if Rowmark does not start it. */
    int lastStart(Target target) {
        return starts.getOrDefault(target.name(), 0);
    }

    @Override
    public void close() {
        kept.forEach(this::stop);
    }
}
