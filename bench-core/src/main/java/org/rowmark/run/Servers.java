package org.rowmark.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rowmark.db.Server;
import org.rowmark.db.Target;

/** The servers of a run that are kept up from one turn to the next; each other one lives for its turn. */
final class Servers implements AutoCloseable {
    private final Restart restart;
    private final Map<Target, Server> kept = new LinkedHashMap<>();
    private final Map<Target, Integer> starts = new LinkedHashMap<>();

    Servers(Restart restart) {
        this.restart = restart;
    }

    /** The target's server, to be closed at the end of the turn; that leaves a kept one up. */
    Server forTurn(ReadyTarget ready) throws IOException {
        Target target = ready.target();
        if (!target.server().isManaged()) {
            return ready.start();
        }
        if (restart == Restart.ROUND) {
            return started(ready);
        }
        Server server = kept.get(target);
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

    private Server started(ReadyTarget ready) throws IOException {
        Server server = ready.start();
        starts.merge(ready.target(), 1, Integer::sum);
        return server;
    }

    @Override
    public void close() {
        kept.values().forEach(Server::close);
    }
}
