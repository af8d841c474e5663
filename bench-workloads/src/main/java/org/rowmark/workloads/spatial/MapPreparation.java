package org.rowmark.workloads.spatial;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.SpatialSql;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;
import org.rowmark.workloads.data.DiskDemand;

/** The check of free disk space before a map is loaded, and the list of queries that a database cannot answer. */
public final class MapPreparation implements WorkloadPreparation {
    /** Bytes of the tables, with and without indexes, of logs and temporary files at scale 1. */
    private static final double SIZE = 1e9;

    /** Bytes of logs and files that do not grow with the tables. */
    private static final long FIXED = 300_000_000;

    private final DiskDemand disk = new DiskDemand("spatial");

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
            throws IOException {
        double scale = options.get(RunOption.SCALE).orElseThrow();
        disk.require(running, FIXED + Math.round(SIZE * scale));
        SpatialMap map = new SpatialMap(scale);
        progress.step(map.layers().stream()
                .map(layer -> String.format(Locale.ROOT, "%d %s", layer.rows(), layer.name()))
                .collect(Collectors.joining(", ")));
        skipped(map, Databases.named(running.endpoint().database()))
                .forEach((query, reason) -> progress.made(query + " is skipped: " + reason));
        return Optional.empty();
    }

    /** Returns the version of the functions, and the queries that are skipped, so that the report has their reasons. */
    @Override
    public Map<String, String> programs(RunningTarget running) {
        Database database = Databases.named(running.endpoint().database());
        Map<String, String> facts = new LinkedHashMap<>();
        database.dialect()
                .spatial()
                .flatMap(SpatialSql::version)
                .ifPresent(query -> facts.put("geometries", version(running, database, query)));
        skipped(new SpatialMap(0), database)
                .forEach((query, reason) -> facts.put("query " + query, "skipped: " + reason));
        return facts;
    }

    private static String version(RunningTarget running, Database database, String query) {
        try {
            return Drivers.query(running.endpoint(), connection -> {
                database.enable(Feature.SPATIAL, connection);
                return Sql.text(connection, query).orElse("unknown");
            });
        } catch (SQLException e) {
            return "unknown: " + Sql.reason(e);
        }
    }

    /** Returns the reasons of queries that a database cannot answer, by name. */
    static Map<String, String> skipped(SpatialMap map, Database database) {
        MapSql sql = new MapSql(map, database.dialect().spatial().orElseThrow(), true);
        Map<String, String> skipped = new LinkedHashMap<>();
        for (MapQuery query : MapQuery.all(map, database.dialect())) {
            sql.obstacle(query).ifPresent(reason -> skipped.put(query.name(), reason));
        }
        return skipped;
    }
}
