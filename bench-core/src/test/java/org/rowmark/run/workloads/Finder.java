package org.rowmark.run.workloads;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fork.ForkSignals;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadInfo;

/** A workload for the tests of the run whose forks report how many rows they find before they load any,
 * and how many CPUs. */
@WorkloadInfo("one look")
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Finder {
    public static final String FOUND = "found";
    public static final String CPUS = "cpus";

    @Benchmark
    public long look(Rows rows) {
        return rows.found;
    }

    /** The rows. */
    @State(Scope.Benchmark)
    public static class Rows extends LoadedData {
        /** As many as the table has, or -1 for a data set that cannot be loaded. */
        @Param("3")
        public int rows;

        private long found;

        @Override
        public void load(DataTarget db) throws SQLException {
            Table table = new Table(
                    "rowmark_finder_" + Math.abs(rows),
                    List.of("id"),
                    List.of(db.dialect().bigintType()));
            found = 0;
            try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
                found = Sql.number(connection, "select count(*) from " + table.name());
            } catch (SQLException e) {
                // there is no such table yet
            }
            if (rows < 0) {
                throw new SQLException("no rows today");
            }
            db.load(new DataSet(table, rows, rows + " rows, seed " + db.values().seed(), key -> new Object[] {key}));
        }

        @TearDown(Level.Iteration)
        public void report() {
            ForkSignals.metric(FOUND, (double) found, "#");
            ForkSignals.metric(CPUS, Runtime.getRuntime().availableProcessors(), "#");
        }
    }
}
