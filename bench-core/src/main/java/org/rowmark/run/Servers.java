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

    Servers(Restart restart) {
        this.restart = restart;
    }

    /** The target's server, to be closed at the end of the turn; that leaves a kept one up. */
    Server forTurn(ReadyTarget ready) throws IOException {
        Target target = ready.target();
        if (restart == Restart.ROUND || !target.server().isManaged()) {
            return ready.start();
        }
        Server server = kept.get(target);
        if (server == null) {
            server = ready.start();
            kept.put(target, server);
        }
        return Server.unmanaged(server.endpoint());
    }

    @Override
    public void close() {
        kept.values().forEach(Server::close);
    }
}
