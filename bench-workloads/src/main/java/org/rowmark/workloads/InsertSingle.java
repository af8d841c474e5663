package org.rowmark.workloads;

import java.sql.PreparedStatement;
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
import org.openjdk.jmh.infra.Control;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.CommitInterval;
import org.rowmark.workloads.data.KeyRange;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.TargetTable;
import org.rowmark.workloads.data.Work;

/**
 * Rows inserted one at a time, each by an execution of a statement that was prepared before.
 *
 * <p>Unit: rows per second. Included: binding, execution, and the commit after every row or every so many rows. Not
 * included: connecting, preparing, generating values, emptying the table. Rows after the last full commit interval of
 * an iteration are committed when JMH ends the measurement.
 *
 * <p>By default the time is fixed and the table grows from empty to as many rows as a target inserts, so there is no
 * steady state: a faster target works on a larger table, and checkpoints may come after the end. With {@code work=fixed}
 * the number of rows is: see {@link Work}. With {@code indexes} the table has further ones, with {@code start} rows that
 * are there before each iteration: see {@link TargetTable}.
 */
@WorkloadInfo(
        value = "one row inserted by one statement",
        commits = true,
        makes = {
            "rowmark_insert_single",
            "rowmark_ins_i{indexes}",
            "rowmark_ins_s{start}",
            "rowmark_ins_i{indexes}_s{start}"
        },
        options = Session.POOL,
        onlyIf = {CommitInterval.PoolNeedsAutocommit.class, Work.FitsTotal.class},
        fixedWork = Work.Rows.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class InsertSingle {

    @Benchmark
    public int insert(Writer writer, Control control) throws SQLException {
        PreparedStatement insert = writer.insert.get();
        writer.table.bind(insert, 1, writer.keys.next());
        int inserted = insert.executeUpdate();
        writer.interval.written(control);
        writer.session.end();
        return inserted;
    }

    /** The parameters. */
    @State(Scope.Benchmark)
    public static class Settings {
        /** {@code every}: autocommit; a number: a commit after that many rows of a thread. */
        @Param({CommitInterval.EVERY, "1000"})
        @ValidValues(value = CommitInterval.VALUES, words = CommitInterval.VALUES_IN_WORDS)
        public String commit;
    }

    /** A thread's statement and its open transaction. */
    @State(Scope.Thread)
    public static class Writer {
        private Session session;
        private SessionStatement<PreparedStatement> insert;
        private TargetTable table;
        private KeyRange keys;
        private CommitInterval interval;

        @Setup(Level.Trial)
        public void prepare(
                Db db,
                Session session,
                PreparedKind kind,
                Settings settings,
                TargetTable table,
                KeyRange keys,
                Work work)
                throws SQLException {
            this.table = table;
            this.keys = keys;
            this.session = session;
            interval = new CommitInterval(session, settings.commit, work.rows());
            insert = session.statement(db.dialect().insert(table.table().name(), NarrowData.COLUMNS));
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            interval.end();
            keys.check(session.connection(), table.table());
            interval.end();
            session.release();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(InsertSingle.class, args);
    }
}
