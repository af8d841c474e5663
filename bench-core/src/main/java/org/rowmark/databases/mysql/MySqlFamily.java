package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.lang3.SystemUtils;
import org.rowmark.databases.support.launch.ServerDatabase;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Feature;
import org.rowmark.db.Loader;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Sql;

/** The common part of MySQL and MariaDB. Settings are the server's options. */
abstract class MySqlFamily extends ServerDatabase {
    private static final Pattern MAY_SET_GLOBALS =
            Pattern.compile("\\b(ALL PRIVILEGES|SUPER|SYSTEM_VARIABLES_ADMIN)\\b.* ON \\*\\.\\*");

    private static final String MEMORY = "innodb_buffer_pool_size";

    /** Ignored by the versions that have no chunks. */
    private static final String CHUNK = "loose-innodb-buffer-pool-chunk-size";

    /** The largest chunk, which is the default of many versions. */
    private static final long LARGEST_CHUNK = 128 * ByteSize.MIB;

    /** Instances of a pool of 1 GiB or more by default, each of which has whole chunks. */
    private static final int INSTANCES = 8;

    private final long leastMemory;

    /** @param leastMemory the smallest buffer pool of pages of 16 KiB */
    MySqlFamily(MySqlProduct product, long leastMemory, SpatialSql spatial) {
        super(
                product.id(),
                product.name(),
                3306,
                new Roles(
                        new MySqlDialect(spatial),
                        new MySqlLauncher(product),
                        new MySqlMonitor(product.timingSettings()),
                        product.driver()),
                usualAnd(
                        Feature.BATCH_REWRITE,
                        Feature.STREAMING,
                        Feature.ROW_RESULTS,
                        Feature.MICROSECONDS,
                        Feature.SPATIAL,
                        Feature.SETTINGS_BY_SQL));
        this.leastMemory = leastMemory;
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> features = super.features(connection);
        TolerantQueries queries = new TolerantQueries(connection);
        String distance = "select st_distance(point(0, 0), point(3, 4)) = 5";
        Map<Feature, Boolean> found = Map.of(
                // MariaDB's driver takes portions from the socket, to which the server sends all rows
                Feature.SERVER_CURSOR, !MySqlDriver.isMariaDbs(connection),
                Feature.SPATIAL, queries.value(distance).equals(Optional.of("1")),
                Feature.BULK_LOAD, MySqlLoader.isAllowed(connection),
                Feature.SETTINGS_BY_SQL, maySetGlobals(connection));
        features.removeIf(feature -> !found.getOrDefault(feature, true));
        return features;
    }

    private static boolean maySetGlobals(Connection connection) throws SQLException {
        return Sql.rows(connection, "show grants", row -> row.getString(1)).stream()
                .anyMatch(grant -> MAY_SET_GLOBALS.matcher(grant).find());
    }

    @Override
    public Loader loader() {
        return new MySqlLoader();
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new MySqlSettings());
    }

    @Override
    public Optional<MemorySetting> memory() {
        Map<String, String> direct = SystemUtils.IS_OS_WINDOWS ? Map.of() : Map.of("innodb_flush_method", "O_DIRECT");
        return Optional.of(new MemorySetting(MEMORY, leastMemory, MySqlFamily::pool, direct)
                .followedBy("innodb_buffer_pool_chunk_size"));
    }

    /** Returns the pool with chunks of which it has a whole number: a server rounds it up to that. */
    private static Map<String, String> pool(Target target, long bytes) {
        long whole = bytes - bytes % ByteSize.MIB;
        if (target.server() == ServerKind.EXTERNAL) {
            return Map.of(MEMORY, Long.toString(whole));
        }
        long chunk = Math.min(LARGEST_CHUNK, Math.max(ByteSize.MIB, Long.lowestOneBit(whole) / INSTANCES));
        return Map.of(MEMORY, Long.toString(whole), CHUNK, Long.toString(chunk));
    }
}
