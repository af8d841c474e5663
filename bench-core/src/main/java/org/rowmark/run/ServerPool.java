package org.rowmark.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.rowmark.db.Server;
import org.rowmark.options.RestartPolicy;
import org.rowmark.run.output.RunLog;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;

/**
 * The servers of a run that are kept up from one turn to the next; each other one lives for its turn. Whatever a
 * database throws when its server is started or stopped concerns that target alone.
 */
final class ServerPool implements AutoCloseable {
    /** The database's code threw something instead of starting the target's server. */
    static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1L;

        NotStarted(Throwable cause) {
            super("the server did not start: " + ErrorMessages.of(cause), cause);
        }
    }

    /** A server whose endpoint is known; it never throws. */
    private record Up(Target target, Endpoint endpoint, OptionalLong pid, Server server, RunLog log) implements Server {
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
    private final Map<Target, Server> kept = new LinkedHashMap<>();
    private final Map<Target, Integer> starts = new LinkedHashMap<>();

    ServerPool(RestartPolicy restart, RunLog log) {
        this.restart = restart;
        this.log = log;
    }

    /**
     * The target's server, to be closed at the end of the turn; that leaves a kept one up. A kept one that has died is
     * started anew.
     */
    Server forTurn(CheckedTarget ready) throws NotStarted {
        Target target = ready.target();
        if (!target.server().isManaged()) {
            return up(ready);
        }
        if (restart == RestartPolicy.ROUND) {
            return started(ready);
        }
        Server server = kept.get(target);
        if (server != null && !server.isRunning()) {
            kept.remove(target).close();
            server = null;
        }
        if (server == null) {
            server = started(ready);
            kept.put(target, server);
        }
        return Server.lent(server);
    }

    /** Number of the target's last server start in this run, from 1; 0 if its server is not ours to start. */
    int start(Target target) {
        return starts.getOrDefault(target, 0);
    }

    private Server started(CheckedTarget ready) throws NotStarted {
        Server server = up(ready);
        starts.merge(ready.target(), 1, Integer::sum);
        return server;
    }

    private Server up(CheckedTarget ready) throws NotStarted {
        try {
            Server server = ready.start();
            try {
                return new Up(ready.target(), server.endpoint(), server.pid(), server, log);
            } catch (RuntimeException | LinkageError e) {
                stop(ready.target(), server, log);
                throw e;
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new NotStarted(e);
        }
    }

    private static void stop(Target target, Server server, RunLog log) {
        try {
            server.close();
        } catch (RuntimeException | LinkageError e) {
            log.println("could not stop the server of " + target.name() + ": " + ErrorMessages.of(e));
        }
    }

    @Override
    public void close() {
        kept.values().forEach(Server::close);
    }
}
