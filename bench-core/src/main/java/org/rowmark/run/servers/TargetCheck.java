package org.rowmark.run.servers;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.rowmark.data.Tables;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.TimeLimit;
import org.rowmark.environment.EnvironmentCollector;
import org.rowmark.environment.EnvironmentCollector.ConnectedTarget;
import org.rowmark.link.LinkFacts;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.memory.MemoryInForce;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/**
 * The check of targets: the server of each is started, connected to, has no table of others by Rowmark's names, and
 * reports its facts as a report shows them. The server of the last one stays up.
 */
public record TargetCheck(ReadyServer ready, Function<ConnectedTarget, TargetEnvironment> collector, TimeLimit limit) {
    /**
     * Checks a target.
     *
     * @param required is called with the server whenever it has started; throws a {@link UsageException} to refuse it
     * @throws UsageException in one line, naming the target, if it cannot be used
     */
    public CheckedTarget of(Target target, Workspace workspace, Consumer<Server> required) {
        try {
            return limit.within(() -> checkNow(target, workspace, required));
        } catch (IOException | SQLException e) {
            throw new UsageException("target '" + target.name() + "' cannot be used: " + ErrorMessages.of(e), e);
        }
    }

    private CheckedTarget checkNow(Target target, Workspace workspace, Consumer<Server> required) {
        Database database = Databases.named(target.database());
        try {
            Endpoint endpoint = ready.of(target, () -> ReadyServer.start(database, target, workspace, required))
                    .endpoint();
            return Drivers.query(endpoint, connection -> {
                database.driver().check(connection);
                requireVersion(target, database, connection.getMetaData());
                ServerInfo info = database.monitor().info(connection);
                new Tables(connection, database).requireOurs();
                Optional<String> obstacle = target.isolation().isPresent()
                        ? obstacle(database, connection, target.isolation().get())
                        : Optional.empty();
                ConnectedTarget connected =
                        new ConnectedTarget(target, database, workspace, endpoint, connection, info);
                TargetFacts facts = facts(connected, collector.apply(connected));
                // last: testing for a feature that a server lacks may cost the connection
                Set<Feature> features = target.isProduction() ? database.features() : database.features(connection);
                return new CheckedTarget(
                        target, database, workspace, features, facts, obstacle, Optional.empty(), required);
            });
        } catch (IOException e) {
            throw new UsageException("target '" + target.name() + "' cannot be started: " + ErrorMessages.of(e), e);
        } catch (UsageException e) {
            boolean namesTarget = e.getMessage().contains(target.name())
                    || e.getMessage().startsWith("target '"); // the one whose server was up before
            throw namesTarget ? e : target.problem(e.getMessage(), e);
        } catch (SQLException | RuntimeException | LinkageError e) {
            throw new UsageException(
                    "target '" + target.name() + "' cannot be used: " + Drivers.errorMessage(e, database)
                            + target.url().map(url -> " (" + url + ")").orElse(""),
                    e);
        }
    }

    private static void requireVersion(Target target, Database database, DatabaseMetaData server) throws SQLException {
        Optional<String> least = database.leastVersion();
        if (least.isPresent()
                && isBefore(least.get(), server.getDatabaseMajorVersion(), server.getDatabaseMinorVersion())) {
            throw target.problem("its server is " + database.name() + " "
                    + server.getDatabaseProductVersion().strip() + " to its driver; the least version is "
                    + least.get());
        }
    }

    static boolean isBefore(String least, int major, int minor) {
        return Version.parse(major + "." + minor).compareTo(Version.parse(least)) < 0;
    }

    /** Returns why connections cannot have an isolation level. */
    private static Optional<String> obstacle(Database database, Connection connection, Isolation isolation)
            throws SQLException {
        database.driver().requireOwnSession(connection, "isolation: " + isolation.id());
        return isolation.obstacle(connection, database.dialect().isolation());
    }

    private static TargetFacts facts(ConnectedTarget connected, TargetEnvironment environment) throws SQLException {
        Target target = connected.target();
        DatabaseMetaData metaData = connected.connection().getMetaData();
        return facts(
                        target,
                        connected.database(),
                        target.link()
                                .flatMap(link -> target.url())
                                .orElse(connected.endpoint().url()),
                        connected.facts(),
                        metaData.getDriverName() + " " + metaData.getDriverVersion(),
                        EnvironmentCollector.driverJars(connected.endpoint()),
                        environment)
                .withFound(MemoryInForce.facts(connected));
    }

    /** Returns the facts of a target whose server was refused, of which nothing is known. */
    static TargetFacts factsOfRefused(Target target, Database database) {
        ServerInfo nothing = new ServerInfo(TargetFacts.NOT_STARTED, TargetFacts.NOT_STARTED, Map.of());
        return facts(
                target,
                database,
                target.url().orElse(""),
                nothing,
                TargetFacts.NOT_STARTED,
                List.of(),
                TargetEnvironment.UNKNOWN);
    }

    private static TargetFacts facts(
            Target target,
            Database database,
            String url,
            ServerInfo server,
            String driver,
            List<TargetFacts.DriverJar> jars,
            TargetEnvironment environment) {
        return new TargetFacts(
                target.name(),
                database.id(),
                database.name(),
                target.server().id() + (target.transport() == Transport.SOCKET ? ", over a Unix socket" : ""),
                Secrets.scrub(url),
                server.version(),
                driver,
                jars,
                server.durability(),
                settings(target),
                server.settings(),
                MemorySetting.followersIn(target),
                Map.of(),
                placement(target),
                target.link().map(LinkFacts::of),
                environment);
    }

    /** Returns what the target sets: its settings, the JVM that measures, the isolation level and the link. */
    static Map<String, String> settings(Target target) {
        Map<String, String> settings =
                new TreeMap<>(MemorySetting.replacedIn(target).settings());
        settings.putAll(target.values());
        settings.putAll(Secrets.removeFrom(target.properties()));
        target.isolation().ifPresent(level -> settings.put(EnvironmentCollector.ISOLATION, level.id()));
        target.link().ifPresent(link -> settings.put(LinkSweep.KEY, link.name()));
        return settings;
    }

    /** Returns where the server is, seen from the driver. */
    private static String placement(Target target) {
        if (target.link().isPresent()) {
            return "link";
        }
        return switch (target.server()) {
            case EMBEDDED -> "embedded";
            case EXTERNAL -> new JdbcUrl(target.url().orElseThrow()).isLoopback() ? "loopback" : "remote";
            case LOCAL, ARTIFACT, CONTAINER -> target.transport() == Transport.SOCKET ? "socket" : "loopback";
        };
    }
}
