package org.rowmark.run.servers;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.rowmark.db.Server;
import org.rowmark.db.TimeLimit;
import org.rowmark.options.RestartPolicy;
import org.rowmark.run.output.RunLog;
import org.rowmark.targets.Endpoint;
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

    /** A server whose endpoint is known, and which never throws. */
    private record PooledServer(Target target, Endpoint endpoint, OptionalLong pid, Server server, RunLog log)
            implements Server {
        @Override
        public boolean isRunning() {
            try {
                return server.isRunning();
            } catch (RuntimeException | LinkageError e) {
                return false;
            }
        }

        @Override
        public void close() {
            stop(target, server, log);
        }
    }

    private final RestartPolicy restart;
    private final RunLog log;
    private final Map<String, Server> kept = new LinkedHashMap<>();
    private final Map<String, Integer> starts = new LinkedHashMap<>();

    /** @param earlier starts of servers, by target, of a run that is continued */
    public ServerPool(RestartPolicy restart, RunLog log, Map<String, Integer> earlier) {
        this.restart = restart;
        this.log = log;
        starts.putAll(earlier);
    }

    /**
     * Returns the target's server, to be closed at the end of the block, which does not stop a kept one. A kept one
     * that has died is restarted.
     */
    public Server forBlock(CheckedTarget checked) throws NotStarted {
        Target target = checked.target();
        if (!target.server().isManaged()) {
            return up(checked);
        }
        if (restart == RestartPolicy.ROUND) {
            return started(checked);
        }
        Server server = kept.get(target.name());
        if (server != null && !server.isRunning()) {
            kept.remove(target.name()).close();
            server = null;
        }
        if (server == null) {
            server = started(checked);
            kept.put(target.name(), server);
        }
        return Server.lent(server);
    }

    /** Returns the number of the target's last server start in this run, from 1; 0 if Rowmark does not start it. */
    public int start(Target target) {
        return starts.getOrDefault(target.name(), 0);
    }

    private Server started(CheckedTarget checked) throws NotStarted {
        Server server = up(checked);
        starts.merge(checked.target().name(), 1, Integer::sum);
        return server;
    }

    private Server up(CheckedTarget checked) throws NotStarted {
        try {
            Server server = checked.start();
            try {
                return new PooledServer(checked.target(), server.endpoint(), server.pid(), server, log);
            } catch (RuntimeException | LinkageError e) {
                stop(checked.target(), server, log);
                throw e;
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new NotStarted(e);
        }
    }

    private static void stop(Target target, Server server, RunLog log) {
        try {
            TimeLimit.OF_SERVERS.within(() -> {
                server.close();
                return null;
            });
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            log.println("could not stop the server of " + target.name() + ": " + ErrorMessages.of(e));
        }
    }

    @Override
    public void close() {
        kept.values().forEach(Server::close);
    }
}
