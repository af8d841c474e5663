package org.rowmark.databases.postgresql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.postgresql.restore.PostgresqlRestorer;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Loader;
import org.rowmark.db.Monitor;
import org.rowmark.db.RowSource;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** PostgreSQL from 9.2. Settings are its configuration parameters. */
@AutoService(Database.class)
public final class Postgresql implements Database, Launcher, Monitor, DriverAdapter, Loader {
    /** What a server must say yes to, or a workload that needs the feature is skipped. */
    private static final Map<Feature, String> CONDITIONS = Map.of(
            Feature.IDENTITY,
            "select current_setting('server_version_num')::int >= 100000",
            Feature.UPSERT,
            "select current_setting('server_version_num')::int >= 90500",
            Feature.PROCEDURAL_BLOCK,
            "select has_database_privilege(current_database(), 'temp') and exists"
                    + " (select 1 from pg_language where lanname = 'plpgsql' and has_language_privilege(oid, 'usage'))",
            // Others than superusers may use PostGIS where it is, but not put it there.
            Feature.SPATIAL,
            "select exists (select 1 from pg_extension where extname = 'postgis')"
                    + " or current_setting('is_superuser') = 'on'"
                    + " and exists (select 1 from pg_available_extensions where name = 'postgis')");

    @Override
    public String id() {
        return "postgresql";
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("postgresql", id(), ServerKind.LOCAL),
                Target.builtIn("postgresql-18", id(), ServerKind.ARTIFACT).withSource("18"));
    }

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(new PostgresqlRestorer());
    }

    @Override
    public Dialect dialect() {
        return new PostgresqlDialect();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(
                Feature.MULTI_ROW_INSERT,
                Feature.BATCH_REWRITE,
                Feature.FETCH_SIZE,
                Feature.BULK_LOAD,
                Feature.IDENTITY,
                Feature.UPSERT,
                Feature.PROCEDURAL_BLOCK,
                Feature.MICROSECONDS,
                Feature.SPATIAL,
                Feature.SETTINGS_BY_SQL,
                Feature.COUNTERS);
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> features = features();
        for (Map.Entry<Feature, String> condition : CONDITIONS.entrySet()) {
            if (!ServerInfoQueries.value(connection, condition.getValue()).equals("t")) {
                features.remove(condition.getKey());
            }
        }
        if (!PostgresqlSettings.allowed(connection)) {
            features.remove(Feature.SETTINGS_BY_SQL);
        }
        return features;
    }

    /** The cursor needs no property: pgjdbc uses one when a fetch size is set and autocommit is off. */
    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return mode == ConnectionMode.BATCH_REWRITE ? Map.of("reWriteBatchedInserts", "true") : Map.of();
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
            case LOCAL, ARTIFACT -> PostgresqlPrograms.missing(target);
            case CONTAINER -> Containers.missing();
            default -> Optional.empty();
        };
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL, ARTIFACT -> ServerStarts.local(target, workspace, PostgresqlServer::start);
            case CONTAINER -> ServerStarts.local(target, workspace, PostgresqlContainer::start);
            case EXTERNAL -> ServerStarts.external(target);
            default -> throw ServerStarts.unknownKind(target, "local, artifact, container or external");
        };
    }

    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        PostgresqlLoader.load(connection, rows);
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new PostgresqlSettings());
    }

    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return PostgresqlCounters.of(connection, version(connection));
    }

    /** Those of version 14 and later. */
    @Override
    public Map<String, String> timingSettings() {
        return Map.of("track_io_timing", "on", "track_wal_io_timing", "on");
    }

    @Override
    public void flush(Connection connection) throws SQLException {
        PostgresqlCounters.settle(connection, version(connection));
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        return PostgresqlFacts.of(connection);
    }

    /** As 90624 for 9.6.24, 150018 for 15.18. */
    public static int version(Connection connection) throws SQLException {
        return Integer.parseInt(ServerInfoQueries.value(connection, "select current_setting('server_version_num')"));
    }
}
