package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
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
import org.openjdk.jmh.infra.Control;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workload.WorkloadInfo.Precondition;
import org.rowmark.workloads.data.KeyRange;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.RowCounter;
import org.rowmark.workloads.data.TargetTable;
import org.rowmark.workloads.data.Work;

/**
 * Rows inserted by JDBC batches, each batch a transaction.
 *
 * <p>Unit: batches per second; the secondary metric {@code rows} is rows per second. Included: binding, adding to the
 * batch, its execution, the commit. Not included: connecting, preparing, generating values, emptying the table. The
 * driver decides how a batch becomes statements and packets; with {@code rewrite} it makes multi-row statements.
 *
 * <p>By default the time is fixed and the table grows from empty to as many rows as a target inserts, so there is no
 * steady state: a faster target works on a larger table, and checkpoints may come after the end. With {@code work=fixed}
 * the number of rows is: see {@link Work}. With {@code indexes} the table has further ones, with {@code start} rows that
 * are there before each iteration: see {@link TargetTable}.
 */
@WorkloadInfo(
        value = "one batch of inserted rows, executed and committed",
        commits = true,
        makes = {
            "rowmark_insert_batch",
            "rowmark_ins_i{indexes}",
            "rowmark_ins_s{start}",
            "rowmark_ins_i{indexes}_s{start}"
        },
        options = Session.POOL,
        onlyIf = {InsertBatch.RewriteNeedsDriver.class, Work.FitsTotal.class},
        fixedWork = Work.Rows.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class InsertBatch {

    @Benchmark
    public int[] insert(Writer writer, RowCounter counter, Control control) throws SQLException {
        counter.add(writer.batchSize, control);
        PreparedStatement insert = writer.insert.get();
        for (int i = 0; i < writer.batchSize; i++) {
            writer.table.bind(insert, 1, writer.keys.next());
            insert.addBatch();
        }
        int[] inserted = insert.executeBatch();
        writer.session.commit();
        writer.session.end();
        return inserted;
    }

    /** The parameters. */
    @State(Scope.Benchmark)
    public static class Settings {
        private static final String ON = "on";

        /** Rows per batch. */
        @Param({"10", "100", "1000"})
        @ValidValues
        public int batchSize;

        /** {@code on}: the driver is set to rewrite batches into multi-row statements. */
        @Param({"off", ON})
        @ValidValues(value = "on|off", words = "on or off")
        public String rewrite;

        private ConnectionMode mode() {
            return rewrite.equals(ON) ? ConnectionMode.BATCH_REWRITE : ConnectionMode.PLAIN;
        }
    }

    /** A thread's connection and statement. */
    @State(Scope.Thread)
    public static class Writer {
        private Session session;
        private SessionStatement<PreparedStatement> insert;
        private TargetTable table;
        private KeyRange keys;
        private int batchSize;

        @Setup(Level.Trial)
        public void prepare(
                Db db, Session session, PreparedKind kind, Settings settings, TargetTable table, KeyRange keys)
                throws SQLException {
            this.session = session;
            this.table = table;
            this.keys = keys;
            batchSize = settings.batchSize;
            session.choose(settings.mode(), false);
            insert = session.statement(db.dialect().insert(table.table().name(), NarrowData.COLUMNS));
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            keys.check(session.connection(), table.table());
            session.commit();
            session.release();
        }
    }

    /** The condition of {@code rewrite=on}: a driver that can. */
    public static final class RewriteNeedsDriver implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            boolean possible =
                    features.contains(Feature.BATCH_REWRITE) || !Settings.ON.equals(parameters.get("rewrite"));
            return possible ? Optional.empty() : Optional.of("rewrite=on needs " + Feature.BATCH_REWRITE.meaning());
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(InsertBatch.class, args);
    }
}
