package org.rowmark.databases.postgresql;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.launch.ServerDatabase;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Feature;
import org.rowmark.db.Loader;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Sql;

/** PostgreSQL. Settings are its configuration parameters. */
@AutoService(Database.class)
public final class Postgresql extends ServerDatabase {
    /** Queries for the features that not every server has; workloads that need one of them are skipped otherwise. */
    private static final Map<Feature, String> CONDITIONS = Map.of(
            Feature.PROCEDURAL_BLOCK,
            "select has_database_privilege(current_database(), 'temp') and exists"
                    + " (select 1 from pg_language where lanname = 'plpgsql' and has_language_privilege(oid, 'usage'))",
            // Users who are not superusers may use PostGIS where it is installed, but not install it.
            Feature.SPATIAL,
            "select exists (select 1 from pg_extension where extname = 'postgis')"
                    + " or current_setting('is_superuser') = 'on'"
                    + " and exists (select 1 from pg_available_extensions where name = 'postgis')");

    public Postgresql() {
        super(
                "postgresql",
                "PostgreSQL",
                5432,
                new Roles(
                        new PostgresqlDialect(),
                        new PostgresqlLauncher(),
                        new PostgresqlMonitor(),
                        new PostgresqlDriver()),
                usualAnd(
                        Feature.BATCH_REWRITE,
                        Feature.ROW_CURSORS,
                        Feature.MICROSECONDS,
                        Feature.SPATIAL,
                        Feature.SETTINGS_BY_SQL));
    }

    @Override
    public Optional<String> leastVersion() {
        return Optional.of("13");
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("postgresql", id(), ServerKind.LOCAL),
                Target.builtIn("postgresql-18", id(), ServerKind.ARTIFACT).withSource("18"));
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
        if (driver().isShared(connection)) { // functions are in the session's own schema
            features.removeAll(Set.of(Feature.PROCEDURAL_BLOCK, Feature.ROW_CURSORS));
        }
        return features;
    }

    @Override
    public List<String> enable(Feature feature, Connection connection) throws SQLException {
        boolean isMissing = feature == Feature.SPATIAL
                && Sql.number(connection, "select count(*) from pg_extension where extname = 'postgis'") == 0;
        if (!isMissing) {
            return List.of();
        }
        Sql.execute(connection, "create extension if not exists postgis");
        return List.of("drop extension postgis");
    }

    @Override
    public Loader loader() {
        return new PostgresqlLoader();
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new PostgresqlSettings());
    }

    @Override
    public Optional<MemorySetting> memory() {
        return Optional.of(new MemorySetting(
                "shared_buffers",
                128 * ByteSize.KIB,
                (target, bytes) -> Map.of("shared_buffers", bytes / ByteSize.KIB + "kB"),
                Map.of()));
    }
}
