package org.rowmark.run.servers;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
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
import org.rowmark.util.UsageException;

/** The server of a target: with the target's properties of connections, and over its link. */
record TargetServer(Server server, Optional<RelayProcess> relay, Endpoint endpoint) implements Server {
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
                return new TargetServer(server, Optional.empty(), endpoint);
            }
            JdbcUrl url = new JdbcUrl(direct.url());
            RelayProcess relay =
                    RelayProcess.start(target.link().get(), url.server(database.port()), workspace.linkCounters());
            return new TargetServer(server, Optional.of(relay), endpoint.at(url.through(relay.port())));
        } catch (UsageException e) {
            server.close();
            throw target.problem(e.getMessage(), e);
        } catch (IOException | RuntimeException | LinkageError e) {
            server.close();
            throw e;
        }
    }

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
