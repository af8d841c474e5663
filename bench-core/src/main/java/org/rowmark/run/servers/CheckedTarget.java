package org.rowmark.run.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.rowmark.data.Tables;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.Server;
import org.rowmark.db.TimeLimit;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/**
 * A target whose server has been started and connected to once.
 *
 * @param obstacle why nothing can be measured there as the run wants it; empty if it can
 * @param refusal why its server is not even started, which fails its cells; empty if it can be
 * @param required is called with the server whenever it has started; throws a {@link UsageException} to refuse it
 */
public record CheckedTarget(
        Target target,
        Database database,
        Workspace workspace,
        Set<Feature> features,
        TargetFacts facts,
        Optional<String> obstacle,
        Optional<String> refusal,
        Consumer<Server> required) {
    public static final Consumer<Server> NOTHING = server -> {};

    /** @throws UsageException in one line, naming the target, if it cannot be used */
    public static CheckedTarget check(Target target) throws IOException {
        try (RunDataDirectory data = RunDataDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));
                ReadyServer ready = new ReadyServer()) {
            return new TargetCheck(ready, connected -> TargetEnvironment.UNKNOWN, TimeLimit.OF_SERVERS)
                    .of(target, data.workspace(target, data.path(), List.of()), NOTHING);
        }
    }

    /** Returns a target that failed its check with settings that vary, of which nothing is known. */
    public static CheckedTarget refused(Target target, Workspace workspace, String reason) {
        Database database = Databases.named(target.database());
        return new CheckedTarget(
                target,
                database,
                workspace,
                database.features(),
                TargetCheck.factsOfRefused(target, database),
                Optional.empty(),
                Optional.of(reason),
                NOTHING);
    }

    /** Returns a target that differs in settings with which nothing can be measured, with this one's facts. */
    public CheckedTarget skipped(Target other, String reason) {
        TargetFacts ofOther = facts.requesting(TargetCheck.settings(other));
        return new CheckedTarget(
                other, database, workspace, features, ofOther, Optional.of(reason), Optional.empty(), NOTHING);
    }

    public CheckedTarget with(TargetFacts known) {
        return new CheckedTarget(target, database, workspace, features, known, obstacle, refusal, required);
    }

    /** Starts the server for a part of the run. */
    public Server start() throws IOException {
        if (refusal.isPresent()) {
            throw new UsageException(refusal.get());
        }
        try {
            return TimeLimit.OF_SERVERS.within(() -> ReadyServer.start(database, target, workspace, required));
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /** Returns the target together with the server that is up while the run gets ready. */
    public RunningTarget on(ReadyServer ready) throws IOException {
        return on(ready.of(target, this::start));
    }

    public RunningTarget on(Server server) {
        return new RunningTarget(
                target,
                server.endpoint(),
                workspace,
                workspace.log().resolveSibling(RunDataDirectory.programsLog(target)),
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
