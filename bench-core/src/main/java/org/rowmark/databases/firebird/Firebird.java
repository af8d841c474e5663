package org.rowmark.databases.firebird;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.firebird.restore.FirebirdRestorer;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Loader;
import org.rowmark.db.Monitor;
import org.rowmark.db.RowSource;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/**
 * Firebird 2.5 and later. Settings are lines of firebird.conf, and {@code page_size}, which counts when the database is
 * created.
 */
@AutoService(Database.class)
public final class Firebird implements Database, Launcher, Monitor, DriverAdapter, Loader {
    @Override
    public String id() {
        return "firebird";
    }

    @Override
    public String name() {
        return "Firebird";
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("firebird", id(), ServerKind.LOCAL),
                Target.builtIn("firebird-embedded", id(), ServerKind.EMBEDDED));
    }

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(new FirebirdRestorer());
    }

    @Override
    public Dialect dialect() {
        return new FirebirdDialect();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(
                Feature.MULTI_ROW_INSERT,
                Feature.FETCH_SIZE,
                Feature.BULK_LOAD,
                Feature.IDENTITY,
                Feature.UPSERT,
                Feature.PROCEDURAL_BLOCK,
                Feature.COUNTERS);
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> features = EnumSet.copyOf(features());
        if (connection.getMetaData().getDatabaseMajorVersion() < 3) {
            features.remove(Feature.IDENTITY);
        }
        if (FirebirdEmbedded.isNative(connection.getMetaData().getURL())) {
            features.remove(Feature.FETCH_SIZE);
        }
        if (!CounterQuery.countsEvents(counters(connection))) {
            features.remove(Feature.COUNTERS);
        }
        return features;
    }

    /** The bundled driver reaches servers over TCP only, and takes "embedded" for the name of a host. */
    @Override
    public List<String> coordinates(Target target) {
        boolean isNative = target.server() == ServerKind.EMBEDDED
                || target.url().filter(FirebirdEmbedded::isNative).isPresent();
        return isNative ? FirebirdEmbedded.DRIVER : List.of();
    }

    @Override
    public Launcher launcher() {
        return this;
    }

    @Override
    public Monitor monitor() {
        return this;
    }

    @Override
    public DriverAdapter driver() {
        return this;
    }

    @Override
    public Loader loader() {
        return this;
    }

    @Override
    public Optional<String> missing(Target target) {
        return switch (target.server()) {
            case LOCAL, EMBEDDED -> FirebirdInstallation.missing(target);
            case CONTAINER -> Containers.missing();
            default -> Optional.empty();
        };
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL -> ServerStarts.local(target, workspace, FirebirdServer::start);
            case EMBEDDED -> ServerStarts.local(target, workspace, FirebirdEmbedded::start);
            case CONTAINER -> Containers.start(target, workspace, FirebirdServer.recipe(target));
            case EXTERNAL ->
                FirebirdEmbedded.isNative(target.url().orElseThrow())
                        ? ServerStarts.local(target, workspace, FirebirdEmbedded::external)
                        : ServerStarts.external(target);
            default -> throw ServerStarts.unknownKind(target, "local, embedded, container or external");
        };
    }

    @Override
    public void prepare(Endpoint endpoint) {
        FirebirdEmbedded.prepare(endpoint);
    }

    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        FirebirdLoader.load(connection, rows);
    }

    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return FirebirdCounters.of(connection);
    }

    @Override
    public Optional<String> explain(SQLException failure) {
        return FirebirdFailure.explain(String.valueOf(failure.getMessage()));
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        return FirebirdFacts.of(connection);
    }
}
