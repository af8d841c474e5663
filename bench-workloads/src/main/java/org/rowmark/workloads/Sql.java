package org.rowmark.workloads;

import java.io.IOException;
import java.sql.SQLException;
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
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.StatementKind;
import org.rowmark.workloads.sql.SqlPasses;
import org.rowmark.workloads.sql.SqlPreparation;

/**
 * The statements of a file of the user's own, one after the other, with the rows of all of them. Autocommit is on.
 *
 * <p>With {@code --mix} each pass is one through a file that is drawn by weight, whose {@code begin} and {@code commit} are
 * the connection's; a transaction that fails by a deadlock or a conflict is rolled back and done again with the same
 * values, all in its time, which the metric {@code retries} counts.
 *
 * <p>Unit: passes through a file per second. Included: binding, execution, fetching, reading every value. Not included:
 * connecting, preparing statements, plans, the setup script, comparing results, drawing files and values.
 */
@WorkloadInfo(
        value = "one pass through the statements of a file, with all of their rows",
        makes = "rowmark_sql",
        options = {
            "sql",
            "mix",
            "same-result",
            "sql-param",
            "sql-params",
            "sql-setup",
            "sql-teardown",
            "sql-writes",
            "rate",
            "arrivals",
            "find-max"
        },
        onlyReads = true,
        preparation = SqlPreparation.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Sql {

    @Benchmark
    public long pass(Pass pass) throws SQLException {
        return pass.passes.pass();
    }

    /** The files, which have been executed once. */
    @State(Scope.Benchmark)
    public static class Script {
        /** Name of the file, or of the mix of all; set by {@code --sql}. */
        @Param("none")
        @ValidValues(value = "[\\p{L}\\p{N}._@+-]+", words = "the file with --sql")
        public String file;

        private SqlPasses.Files files;

        @Setup(Level.Trial)
        public void prepare(Db db, StatementKind kind) throws IOException, SQLException {
            files = SqlPasses.Files.ready(db, file, !kind.isSimple());
        }
    }

    /** A thread's statements, and the values of their parameters. */
    @State(Scope.Thread)
    public static class Pass {
        private SqlPasses passes;

        @Setup(Level.Trial)
        public void prepare(Session session, Script script, ThreadParams thread) throws IOException, SQLException {
            session.choose(ConnectionMode.PLAIN, true);
            passes = script.files.on(session, thread);
        }

        @Setup(Level.Iteration)
        public void begin() {
            passes.draw();
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void report() {
            passes.report();
        }

        @TearDown(Level.Trial)
        public void close() throws SQLException {
            passes.close();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Sql.class, args);
    }
}
