package org.rowmark.run;

import java.io.IOException;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.environment.DriverFiles;
import org.rowmark.environment.EnvironmentProbe;
import org.rowmark.fixture.Tables;
import org.rowmark.result.TargetFacts;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/**
 * A target that has answered once.
 *
 * @param target as asked for
 * @param database its product
 * @param workspace where its server may write
 * @param features what this very server can do
 * @param facts what a report says about it
 */
public record CheckedTarget(
        Target target, Database database, Workspace workspace, Set<Feature> features, TargetFacts facts) {

    /**
     * Starts the target's server, connects, makes sure that Rowmark's names are free there, asks it about itself and
     * stops it.
     *
     * @throws UsageException in one line, naming the target, if any of that fails
     */
    public static CheckedTarget check(Target target, Workspace workspace) {
        return check(target, workspace, EnvironmentProbe.TOLD);
    }

    /** The same, with a look at what is around the target. */
    static CheckedTarget check(Target target, Workspace workspace, EnvironmentProbe probe) {
        Database database = Databases.named(target.database());
        try (Server server = database.start(target, workspace)) {
            Endpoint endpoint = server.endpoint();
            return Drivers.ask(endpoint, connection -> {
                ServerInfo told = database.facts(connection);
                new Tables(connection, database).requireOurs();
                TargetFacts facts = facts(
                        new EnvironmentProbe.Answering(target, database, workspace, endpoint, connection, told), probe);
                // last: what a server cannot do may cost the connection
                Set<Feature> features = database.features(connection);
                return new CheckedTarget(target, database, workspace, features, facts);
            });
        } catch (IOException e) {
            throw new UsageException("target '" + target.name() + "' cannot be started: " + ErrorMessages.of(e), e);
        } catch (UsageException e) {
            throw e.getMessage().contains(target.name()) ? e : target.problem(e.getMessage(), e);
        } catch (SQLException | RuntimeException | LinkageError e) {
            throw new UsageException(
                    "target '" + target.name() + "' cannot be used: " + ErrorMessages.of(e, database) + place(target),
                    e);
        }
    }

    private static String place(Target target) {
        return target.url().map(url -> " (" + url + ")").orElse("");
    }

    /** The same target, with versions of the programs that are used there by name. */
    CheckedTarget with(Map<String, String> programs) {
        return new CheckedTarget(target, database, workspace, features, facts.with(programs));
    }

    /** Starts the server for a stretch of the run. */
    Server start() throws IOException {
        return database.start(target, workspace);
    }

    /** Takes Rowmark's tables out of somebody else's server; private servers vanish as a whole. */
    void tidy() throws IOException, SQLException {
        if (target.server() != ServerKind.EXTERNAL) {
            return;
        }
        try (Server server = start()) {
            Drivers.ask(server.endpoint(), connection -> {
                new Tables(connection, database).dropAll();
                return null;
            });
        }
    }

    private static TargetFacts facts(EnvironmentProbe.Answering answering, EnvironmentProbe probe) throws SQLException {
        Target target = answering.target();
        ServerInfo server = answering.facts();
        DatabaseMetaData metaData = answering.connection().getMetaData();
        return new TargetFacts(
                target.name(),
                answering.database().id(),
                answering.database().name(),
                target.server().id() + (target.transport() == Transport.SOCKET ? ", over a Unix socket" : ""),
                Secrets.scrub(answering.endpoint().url()),
                server.version(),
                metaData.getDriverName() + " " + metaData.getDriverVersion(),
                DriverFiles.of(answering.endpoint()),
                server.durability(),
                target.settings(),
                server.settings(),
                Map.of(),
                probe.look(answering));
    }
}
