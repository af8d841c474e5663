package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.Rows;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.Workspace;

/**
 * Firebird 2.5 and later. Settings are lines of firebird.conf, and {@code page_size}, which counts when the database is
 * created.
 */
@AutoService(Database.class)
public final class Firebird implements Database {
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
                Target.builtIn("firebird-embedded", id(), ServerKind.EMBEDDED).through(FirebirdEmbedded.DRIVER));
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
        if (counters(connection).isEmpty()) {
            features.remove(Feature.COUNTERS);
        }
        return features;
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
            case LOCAL -> Starting.local(target, workspace, FirebirdServer::start);
            case EMBEDDED -> Starting.local(target, workspace, FirebirdEmbedded::start);
            case CONTAINER -> Containers.start(target, workspace, FirebirdServer.recipe(target));
            case EXTERNAL ->
                FirebirdEmbedded.isNative(target.url().orElseThrow())
                        ? Starting.local(target, workspace, FirebirdEmbedded::external)
                        : Starting.external(target);
            default -> throw Starting.unknownKind(target, "local, embedded, container or external");
        };
    }

    @Override
    public void prepare(Endpoint endpoint) {
        FirebirdEmbedded.prepare(endpoint);
    }

    @Override
    public void load(Connection connection, Rows rows) throws SQLException {
        FirebirdLoad.load(connection, rows);
    }

    /**
     * The server keeps them where it has one page cache for all: Super, and the embedded engine. With a cache for each
     * connection (Classic, SuperClassic) it has zeros in their place, and no more than each connection's own.
     */
    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        List<Counter> counters = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select mon$page_reads, mon$page_writes, mon$page_fetches,"
                        + " mon$page_marks from mon$io_stats where mon$stat_group = 0")) {
            if (row.next() && row.getLong(3) > 0) {
                counters.add(new Counter("reads", Counter.Kind.DATA, "count", row.getLong(1)));
                counters.add(new Counter("writes", Counter.Kind.DATA, "count", row.getLong(2)));
                counters.add(new Counter("page-fetches", Counter.Kind.SERVER, "count", row.getLong(3)));
                counters.add(new Counter("page-marks", Counter.Kind.SERVER, "count", row.getLong(4)));
            }
        }
        return counters;
    }

    @Override
    public Optional<String> explain(SQLException failure) {
        return FirebirdFailure.explain(String.valueOf(failure.getMessage()));
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        return FirebirdFacts.of(connection);
    }
}
