package org.rowmark.run.servers;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.data.Tables;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.TimeLimit;
import org.rowmark.environment.EnvironmentCollector.ConnectedTarget;
import org.rowmark.link.LinkFacts;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/**
 * A target whose server has been started and connected to once.
 *
 * @param workspace directory and log of its server
 * @param features what this very server supports
 * @param obstacle why nothing can be measured there as the run wants it; empty if it can
 * @param refusal why its server is not even started, which fails its cells; empty if it can be
 * @param hugePages bytes that its server must have in huge pages whenever it is started, 0 if it must have none; empty
 *     if that does not matter
 */
public record CheckedTarget(
        Target target,
        Database database,
        Workspace workspace,
        Set<Feature> features,
        TargetFacts facts,
        Optional<String> obstacle,
        Optional<String> refusal,
        OptionalLong hugePages) {

    /**
     * Checks a target outside of a run, with temporary data; nothing of it is left behind.
     *
     * @throws UsageException in one line, naming the target, if it cannot be used
     */
    public static CheckedTarget check(Target target) throws IOException {
        try (RunDataDirectory data = RunDataDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));
                ReadyServer ready = new ReadyServer()) {
            return check(
                    target,
                    data.workspace(target, data.path(), List.of()),
                    ready,
                    connected -> TargetEnvironment.UNKNOWN,
                    OptionalLong.empty(),
                    TimeLimit.OF_SERVERS);
        }
    }

    /**
     * Starts the target's server, which stays up, connects, checks that Rowmark's names are free there and collects its
     * facts.
     *
     * @throws UsageException in one line, naming the target, if any of that fails
     */
    public static CheckedTarget check(
            Target target,
            Workspace workspace,
            ReadyServer ready,
            Function<ConnectedTarget, TargetEnvironment> collector,
            OptionalLong hugePages,
            TimeLimit limit) {
        try {
            return limit.within(() -> checkNow(target, workspace, ready, collector, hugePages));
        } catch (IOException | SQLException e) {
            throw new UsageException("target '" + target.name() + "' cannot be used: " + ErrorMessages.of(e), e);
        }
    }

    private static CheckedTarget checkNow(
            Target target,
            Workspace workspace,
            ReadyServer ready,
            Function<ConnectedTarget, TargetEnvironment> collector,
            OptionalLong hugePages) {
        Database database = Databases.named(target.database());
        try {
            Endpoint endpoint = ready.of(target, () -> startedNow(database, target, workspace, hugePages))
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
                TargetFacts facts = TargetFactsFactory.of(connected, collector.apply(connected));
                // last: testing for a feature that a server lacks may cost the connection
                Set<Feature> features = target.isProduction() ? database.features() : database.features(connection);
                return new CheckedTarget(
                        target, database, workspace, features, facts, obstacle, Optional.empty(), hugePages);
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

    private CheckedTarget with(TargetFacts known) {
        return new CheckedTarget(target, database, workspace, features, known, obstacle, refusal, hugePages);
    }

    /** Returns the same target with the versions, by name, of the programs that are used there. */
    public CheckedTarget with(Map<String, String> programs) {
        return with(facts.with(programs));
    }

    /** Returns the same target with what its link does. */
    public CheckedTarget with(LinkFacts.Measured measured) {
        return with(facts.with(measured));
    }

    /** Returns a target that differs in settings with which nothing can be measured, and this one's facts. */
    CheckedTarget skipped(Target other, String reason) {
        return new CheckedTarget(
                other,
                database,
                workspace,
                features,
                facts.requesting(TargetFactsFactory.settings(other)),
                Optional.of(reason),
                Optional.empty(),
                OptionalLong.empty());
    }

    /** Returns a target that failed its check with settings that vary, of which nothing is known. */
    public static CheckedTarget refused(Target target, Workspace workspace, String reason) {
        Database database = Databases.named(target.database());
        return new CheckedTarget(
                target,
                database,
                workspace,
                database.features(),
                TargetFactsFactory.ofRefused(target, database),
                Optional.empty(),
                Optional.of(reason),
                OptionalLong.empty());
    }

    /** Returns the same target with the origin of its data. */
    public CheckedTarget from(TargetEnvironment.DataOrigin origin) {
        return with(facts.from(origin));
    }

    /** Starts the server for a part of the run. */
    public Server start() throws IOException {
        if (refusal.isPresent()) {
            throw new UsageException(refusal.get());
        }
        return started(database, target, workspace, hugePages);
    }

    private static Server started(Database database, Target target, Workspace workspace, OptionalLong hugePages)
            throws IOException {
        try {
            return TimeLimit.OF_SERVERS.within(() -> startedNow(database, target, workspace, hugePages));
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private static Server startedNow(Database database, Target target, Workspace workspace, OptionalLong hugePages)
            throws IOException {
        Server server = ReachedServer.start(database, target, workspace);
        if (hugePages.isPresent()) {
            try {
                ServerPages.require(server, hugePages.getAsLong());
            } catch (UsageException e) {
                server.close();
                throw target.problem(e.getMessage(), e);
            }
        }
        return server;
    }

    /** Returns the target together with its server, which is up. */
    public RunningTarget on(Server server, Path output) {
        return new RunningTarget(
                target,
                server.endpoint(),
                workspace,
                RunDataDirectory.programsLog(target, output),
                server.pid(),
                features.stream().map(Feature::name).collect(Collectors.toSet()));
    }

    /** Drops Rowmark's tables in a database that the target has by its URL; the data of others is removed as a whole. */
    public void tidy() throws IOException, SQLException {
        if (target.url().isEmpty() || target.isProduction()) {
            return;
        }
        try (Server server = start()) {
            Drivers.query(server.endpoint(), connection -> {
                new Tables(connection, database).dropAll();
                return null;
            });
        }
    }
}
