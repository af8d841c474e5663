package org.rowmark.workloads.spatial;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.data.Tables;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/**
 * The size of a map's files, the list of queries that a database cannot answer, the drawing of what queries ask of the
 * map, and the answers that they must give.
 */
public final class MapPreparation implements WorkloadPreparation {
    /** Bytes of the tables, with and without indexes, of logs and temporary files at scale 1. */
    private static final double SIZE = 1e9;

    /** Bytes of logs and files that do not grow with the tables. */
    private static final long FIXED = 300_000_000;

    /** By the names of targets: versions and skipped queries. */
    private final Map<String, Map<String, String>> facts = new HashMap<>();

    @Override
    public long diskBytes(WorkloadOptions options) {
        return FIXED + Math.round(SIZE * scale(options));
    }

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
            throws IOException, SQLException {
        SpatialMap map = new SpatialMap(scale(options));
        progress.step(map.layers().stream()
                .map(layer -> String.format(Locale.ROOT, "%d %s", layer.rows(), layer.name()))
                .collect(Collectors.joining(", ")));
        if (facts.isEmpty()) {
            Path run = running.output().toAbsolutePath().getParent();
            new MapSketch(map).draw().write(run);
            progress.step("the answers of JTS");
            ExpectedSums.of(map, run);
        }
        if (!facts.containsKey(running.target().name())) {
            Map<String, String> found = find(running);
            facts.put(running.target().name(), found);
            found.forEach((name, fact) -> progress.made(name + ": " + fact));
        }
        return Optional.empty();
    }

    /** Returns the version of the functions, and the queries that are skipped, so that the report has their reasons. */
    @Override
    public Map<String, String> programs(RunningTarget running) {
        return facts.getOrDefault(running.target().name(), Map.of());
    }

    private static double scale(WorkloadOptions options) {
        return options.get(RunOption.SCALE).orElseThrow();
    }

    private static Map<String, String> find(RunningTarget running) throws SQLException {
        Database database = Databases.named(running.endpoint().database());
        SpatialMap map = new SpatialMap(0);
        MapSql sql = new MapSql(map, database.dialect().spatial().orElseThrow(), true);
        return Drivers.query(running.endpoint(), connection -> {
            new Tables(connection, database).enable(Feature.SPATIAL);
            Map<String, String> found = new LinkedHashMap<>();
            if (sql.sql().version().isPresent()) {
                Sql.text(connection, sql.sql().version().get()).ifPresent(version -> found.put("geometries", version));
            }
            sql.obstacles(MapQuery.all(map, database.dialect()), connection)
                    .forEach((query, reason) -> found.put("query " + query, "skipped: " + reason));
            return found;
        });
    }
}
