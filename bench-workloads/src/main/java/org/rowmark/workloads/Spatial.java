package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.data.DataTarget;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.ValidValues;
import org.rowmark.fork.ForkSignals;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.QueryPass;
import org.rowmark.workloads.spatial.MapAnswers;
import org.rowmark.workloads.spatial.MapPlans;
import org.rowmark.workloads.spatial.MapPreparation;
import org.rowmark.workloads.spatial.MapQuery;
import org.rowmark.workloads.spatial.MapSql;
import org.rowmark.workloads.spatial.SpatialMap;

/**
 * A pass over eighteen queries on a generated map, one after the other, autocommit on: areas, perimeters, lengths, points
 * in polygons, polygons that touch, lines clipped by polygons, buffers, distances, nearest neighbours, union by group,
 * convex hulls, centroids, intersections of two layers, simplification, validity, and bounding boxes of three sizes. A
 * query for which the database has no function is left out.
 *
 * <p>Unit: seconds per query, the geometric mean of a pass, a single shot; {@code pass} is the sum of the times of the
 * queries; the secondary metrics {@code phase.01-area} to {@code phase.18-box-large} are those of each query,
 * {@code phase-cpu.01-area} the CPU time of the server during it, and {@code left-out.06-clip} marks a query that was left
 * out. Included: execution, fetching one row of counts and sums. Not included: connecting, preparing, loading.
 *
 * <p>After each pass every number is compared with that of JTS on the same map; after the first one the database explains
 * the queries.
 */
@WorkloadInfo(
        value = "eighteen queries on a map: geometric mean of their times",
        makes = {"rowmark_areas_*", "rowmark_zones_*", "rowmark_roads_*", "rowmark_places_*"},
        requires = Feature.SPATIAL,
        options = "scale",
        oneThread = true,
        preparation = MapPreparation.class)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Spatial {

    @Benchmark
    public QueryPass.Answers pass(Job job) throws SQLException {
        return job.pass.run();
    }

    /** The tables. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Whether the tables have spatial indexes. */
        @Param("on")
        @ValidValues(value = "on|off", words = "on or off")
        public String index;

        private SpatialMap map;

        @Override
        public void load(DataTarget db) throws SQLException {
            map = new SpatialMap(Double.parseDouble(db.option("scale").orElseThrow()));
            map.load(db, index.equals("on"));
        }
    }

    /** The passes of a fork, on one connection. */
    @State(Scope.Benchmark)
    public static class Job {
        private Connection connection;
        private MapSql sql;
        private List<MapQuery> queries;
        private Set<String> leftOut;
        private QueryPass pass;
        private boolean isExplained;

        @Setup(Level.Trial)
        public void prepare(Db db, PreparedKind kind, Loaded loaded) throws IOException, SQLException {
            connection = db.connect(ConnectionMode.PLAIN);
            sql = new MapSql(loaded.map, db.dialect().spatial().orElseThrow(), loaded.index.equals("on"));
            List<MapQuery> all = MapQuery.all(loaded.map, db.dialect());
            leftOut = sql.obstacles(all, connection).keySet();
            queries = all.stream()
                    .filter(query -> !leftOut.contains(query.name()))
                    .toList();
            Path run = db.running().output().toAbsolutePath().getParent();
            pass = MapAnswers.prepare(sql, queries, run, connection);
        }

        @Setup(Level.Iteration)
        public void begin(Db db) {
            pass.begin();
            CounterWindow.begins(() -> db.settle(connection));
        }

        @TearDown(Level.Iteration)
        public void check(Db db, Loaded loaded) throws IOException, SQLException {
            CounterWindow.ends(() -> db.settle(connection));
            pass.report();
            leftOut.forEach(query -> ForkSignals.metric("left-out." + query, 1, "count"));
            if (!isExplained) {
                isExplained = true;
                MapPlans.record(db.running(), Map.of("index", loaded.index), sql, queries, connection);
            }
            pass.check();
        }

        @TearDown(Level.Trial)
        public void close() throws SQLException {
            pass.close();
            connection.close();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Spatial.class, args);
    }
}
