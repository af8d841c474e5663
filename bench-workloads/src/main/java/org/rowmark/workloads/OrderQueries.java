package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.QueryPass;
import org.rowmark.workloads.orders.OrderAnswers;
import org.rowmark.workloads.orders.OrderData;
import org.rowmark.workloads.orders.OrderPreparation;

/**
 * A pass over eight analytic queries on customers, orders, lines and products, one after the other, autocommit on: scan
 * and aggregate, range filter, sets of primary keys, join of two, grouped join of four, join with OR, the same as UNION,
 * sort.
 *
 * <p>Unit: seconds per query, the geometric mean of a pass, a single shot; {@code pass} is the sum of the times of the
 * queries; the secondary metrics {@code phase.1-scan} to {@code phase.7-sort} are those of each query, and
 * {@code phase-cpu.1-scan} the CPU time of the server during it. Included: execution, fetching one row of counts and sums.
 * Not included: connecting, preparing, loading.
 *
 * <p>After each pass every number is compared with that of the generated rows.
 */
@WorkloadInfo(
        value = "eight queries on orders: geometric mean of their times",
        makes = {"rowmark_customers", "rowmark_products", "rowmark_orders", "rowmark_lines"},
        options = "scale",
        oneThread = true,
        preparation = OrderPreparation.class)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class OrderQueries {

    @Benchmark
    public QueryPass.Answers pass(Job job) throws SQLException {
        return job.pass.run();
    }

    /** The tables. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        private OrderData data;

        @Override
        public void load(DataTarget db) throws SQLException {
            data = new OrderData(Double.parseDouble(db.option("scale").orElseThrow()));
            for (DataSet table : data.dataSets(db.dialect())) {
                db.load(table);
            }
        }
    }

    /** The passes of a fork, on one connection. */
    @State(Scope.Benchmark)
    public static class Job {
        private Connection connection;
        private QueryPass pass;

        @Setup(Level.Trial)
        public void prepare(Db db, PreparedKind kind, Loaded loaded) throws SQLException {
            connection = db.connect(ConnectionMode.PLAIN);
            pass = OrderAnswers.prepare(loaded.data, db.dialect(), connection);
        }

        @Setup(Level.Iteration)
        public void begin(Db db) {
            pass.begin();
            CounterWindow.begins(() -> db.settle(connection));
        }

        @TearDown(Level.Iteration)
        public void check(Db db) throws SQLException {
            CounterWindow.ends(() -> db.settle(connection));
            pass.report();
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
        Bench.main(OrderQueries.class, args);
    }
}
