package org.rowmark.run;

import java.io.IOException;
import java.util.OptionalLong;
import org.rowmark.db.Database;
import org.rowmark.db.Server;
import org.rowmark.link.LinkAddress;
import org.rowmark.link.LinkSpec;
import org.rowmark.link.RelayProcess;
import org.rowmark.result.LinkFacts;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** A server that is reached over a simulated link, whose relay runs as long as it does. */
record LinkedServer(Server server, RelayProcess relay, Endpoint endpoint) implements Server {
    /**
     * Starts the target's server, and its link if it has one.
     *
     * @throws UsageException as the launcher does, and if no link can lie before the server
     * @throws IOException if one of them does not start
     */
    static Server start(Database database, Target target, Workspace workspace) throws IOException {
        Server server = database.launcher().start(target, workspace);
        if (target.link().isEmpty()) {
            return server;
        }
        try {
            Endpoint direct = server.endpoint();
            LinkAddress address = LinkAddress.in(direct.url(), database.port());
            RelayProcess relay = RelayProcess.start(target.link().get(), address.server(), workspace.linkCounters());
            return new LinkedServer(server, relay, direct.at(address.through(relay.port())));
        } catch (UsageException e) {
            server.close();
            throw target.problem(e.getMessage(), e);
        } catch (IOException | RuntimeException | LinkageError e) {
            server.close();
            throw e;
        }
    }

    static LinkFacts facts(LinkSpec link) {
        return new LinkFacts(
                link.name(),
                link.rtt().toNanos(),
                link.bandwidth(),
                link.jitter().toNanos());
    }

    @Override
    public OptionalLong pid() {
        return server.pid();
    }

    @Override
    public boolean isRunning() {
        return server.isRunning() && relay.isAlive();
    }

    @Override
    public boolean wasKilled() {
        return server.wasKilled();
    }

    @Override
    public void close() {
        relay.close();
        server.close();
    }
}
