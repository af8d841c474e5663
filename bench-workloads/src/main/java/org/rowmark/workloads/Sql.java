package org.rowmark.workloads;

import java.io.IOException;
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
import org.rowmark.workloads.sql.ScriptRun;
import org.rowmark.workloads.sql.SqlPreparation;
import org.rowmark.workloads.sql.SqlWork;

/**
 * The statements of a file of the user's own, one after the other, with the rows of all of them. Autocommit is on.
 *
 * <p>Unit: passes through the file per second. Included: binding, execution, fetching, reading every value. Not included:
 * connecting, preparing statements, plans, the setup script, comparing results.
 */
@WorkloadInfo(
        value = "one pass through the statements of a file, with all of their rows",
        makes = "rowmark_sql",
        options = {"sql", "same-result", "sql-params", "sql-setup", "sql-teardown", "sql-writes"},
        onlyReads = true,
        preparation = SqlPreparation.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Sql {

    @Benchmark
    public long pass(Pass pass) throws SQLException {
        try {
            return pass.run.run(pass.values.get(Math.floorMod(pass.next++, pass.values.size())));
        } finally {
            pass.session.end();
        }
    }

    /** The file, which has been executed once. */
    @State(Scope.Benchmark)
    public static class Script {
        /** Name of the file; set by {@code --sql}. */
        @Param("none")
        @ValidValues(value = "[\\p{L}\\p{N}._-]+", words = "the file with --sql")
        public String file;

        private Db db;
        private SqlWork work;

        @Setup(Level.Trial)
        public void prepare(Db db, StatementKind kind) throws IOException, SQLException {
            this.db = db;
            work = SqlWork.ready(db, file, !kind.isSimple());
        }
    }

    /** A thread's statements, and the values of their parameters; each thread begins with others. */
    @State(Scope.Thread)
    public static class Pass {
        private Session session;
        private ScriptRun run;
        private List<List<Object>> values;
        private int next;

        @Setup(Level.Trial)
        public void prepare(Session session, Script script, ThreadParams thread) throws IOException, SQLException {
            this.session = session;
            session.choose(ConnectionMode.PLAIN, true);
            script.work.connect(session.connection());
            run = script.work.on(session.connection());
            values = script.work.values();
            next = script.db.clients().among(thread).getThreadIndex();
        }

        @Setup(Level.Iteration)
        public void begin() {
            CounterWindow.begins();
        }

        @TearDown(Level.Trial)
        public void close() throws SQLException {
            run.close();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Sql.class, args);
    }
}
