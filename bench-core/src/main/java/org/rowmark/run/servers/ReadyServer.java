package org.rowmark.run.servers;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.db.Database;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.Server;
import org.rowmark.link.RelayProcess;
import org.rowmark.settings.SettingsRestorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/**
 * The server that is up while a run gets ready, one at a time: a target's check, the loading of its data and its
 * preparations share one start, as long as no other target is in between. A block of cells starts its own.
 */
public final class ReadyServer implements AutoCloseable {
    private Target target; // null while none is up
    private Server server;

    /** The number of calls that have stopped a server: a start that takes longer than its limit ends in a later one. */
    private int stops;

    /** Returns the server of a target, started in another's place unless it is up; closing does not stop it. */
    public Server of(Target wanted, FailableSupplier<Server, IOException> start) throws IOException {
        int begun;
        synchronized (this) {
            if (wanted.equals(target) && server.isRunning()) {
                return Server.lent(server);
            }
            stop();
            begun = stops;
        }
        Server started = start.get();
        synchronized (this) {
            if (begun == stops) {
                target = wanted;
                server = started;
                return Server.lent(started);
            }
        }
        started.close();
        throw new IOException("its start took longer than its limit");
    }

    /** Stops the server that is up; returns whether it had to be killed, so that its files may need recovery. */
    public synchronized boolean stop() {
        stops++;
        Target last = target;
        target = null;
        if (last == null) {
            return false;
        }
        try {
            server.close();
        } catch (RuntimeException | LinkageError e) {
            throw last.problem("its server cannot be stopped: " + ErrorMessages.of(e), e);
        }
        return server.wasKilled();
    }

    @Override
    public void close() {
        stop();
    }

    /**
     * Starts the target's server, and its link if it has one, whose relay runs as long as the server does.
     *
     * @param required throws a {@link UsageException} to refuse the server
     * @throws UsageException as the launcher does, and if no link can lie before the server
     */
    static Server start(Database database, Target target, Workspace workspace, Consumer<Server> required)
            throws IOException {
        if (target.server() == ServerKind.EXTERNAL) {
            new SettingsRestorer(System.err::println).restore(target);
        }
        Server server = database.launcher().start(MemorySetting.replacedIn(target), workspace);
        try {
            required.accept(server);
            Endpoint direct = server.endpoint();
            Map<String, String> properties = new HashMap<>(direct.properties());
            properties.putAll(target.properties());
            Endpoint endpoint = direct.with(properties);
            if (target.link().isEmpty()) {
                return new Reached(server, Optional.empty(), endpoint);
            }
            JdbcUrl url = new JdbcUrl(direct.url());
            RelayProcess relay =
                    RelayProcess.start(target.link().get(), url.server(database.port()), workspace.linkCounters());
            return new Reached(server, Optional.of(relay), endpoint.at(url.through(relay.port())));
        } catch (UsageException e) {
            server.close();
            throw target.problem(e.getMessage(), e);
        } catch (IOException | RuntimeException | LinkageError e) {
            server.close();
            throw e;
        }
    }

    /** A server with the target's properties of connections, and over its link. */
    private record Reached(Server server, Optional<RelayProcess> relay, Endpoint endpoint) implements Server {
        @Override
        public OptionalLong pid() {
            return server.pid();
        }

        @Override
        public boolean isRunning() {
            return server.isRunning() && relay.map(RelayProcess::isAlive).orElse(true);
        }

        @Override
        public boolean wasKilled() {
            return server.wasKilled();
        }

        @Override
        public void close() {
            relay.ifPresent(RelayProcess::close);
            server.close();
        }
    }
}
