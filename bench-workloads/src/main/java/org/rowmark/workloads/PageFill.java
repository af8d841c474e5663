package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.OptionalInt;
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
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Feature;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ValidValues;
import org.rowmark.fork.ForkSignals;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.pagefill.Checkpoint;
import org.rowmark.workloads.pagefill.PageFillPreparation;
import org.rowmark.workloads.pagefill.PageFillRun;
import org.rowmark.workloads.pagefill.PageFillTable;
import org.rowmark.workloads.pagefill.PageFillVerifier;
import org.rowmark.workloads.pagefill.Payload;
import org.rowmark.workloads.pagefill.ProgressReporter;

/**
 * An empty table filled with rows of 8,000 bytes, eight in a statement, autocommit on, and a checkpoint at the end.
 *
 * <p>Unit: seconds per fill, a single shot of 128,000 statements at scale 1; secondary metrics are the phases
 * {@code fill} and {@code checkpoint}, the amount written, the rows that a page holds, and the times of the single
 * statements. Included: binding, execution and commit of all statements, the checkpoint. Not included: connecting,
 * preparing, generating values, creating, checking and dropping the table, a checkpoint before the first statement.
 */
@WorkloadInfo(
        value = "a table filled by statements of eight rows of 8,000 bytes, and a checkpoint",
        makes = "rowmark_page_fill",
        requires = {Feature.MULTI_ROW_INSERT, Feature.IDENTITY},
        commits = true,
        options = "scale",
        oneThread = true,
        preparation = PageFillPreparation.class)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PageFill {

    @Benchmark
    public long fill(Job job) throws SQLException {
        return job.run.run();
    }

    /** The fill of a fork: its table, texts and connections. */
    @State(Scope.Benchmark)
    public static class Job {
        private static final String COUNT = "count";

        /** {@code random}: without runs and repetitions; {@code blank}: spaces, as published. */
        @Param(Payload.RANDOM)
        @ValidValues(value = Payload.RANDOM + "|" + Payload.BLANK, words = "random or blank")
        public String payload;

        private PageFillTable table;
        private Payload texts;
        private Connection connection;
        private PreparedStatement insert;
        private Checkpoint checkpoint;
        private long statements;
        private PageFillRun run;
        private ProgressReporter progress;

        @Setup(Level.Trial)
        public void generate(Db db, PreparedKind kind) {
            table = new PageFillTable(db.dialect());
            statements =
                    PageFillRun.statements(Double.parseDouble(db.option("scale").orElseThrow()));
            texts = Payload.of(payload, db.values(), statements * PageFillRun.ROWS);
        }

        /** Creates the table anew, so that no fork fills one that has pages already. */
        @Setup(Level.Iteration)
        public void prepare(Db db) throws SQLException {
            connection = db.connect(ConnectionMode.PLAIN);
            table.create(connection, db.tables(connection));
            insert = table.insert(connection);
            checkpoint = new Checkpoint(
                    db.connect(ConnectionMode.PLAIN), db.dialect().checkpoint(PageFillTable.NAME));
            checkpoint.rehearse();
            run = new PageFillRun(insert, checkpoint, texts.inOrder(), statements);
            progress = new ProgressReporter(run);
            CounterWindow.begins(() -> db.settle(connection));
        }

        @TearDown(Level.Iteration)
        public void check(Db db) throws SQLException {
            CounterWindow.ends(() -> db.settle(connection));
            progress.close();
            insert.close();
            checkpoint.close();
            report(Databases.named(db.running().target().database()).monitor().pageSize(connection));
            ForkSignals.data(PageFillTable.NAME + "/" + payload, texts.fingerprint(run.rows()));
            ForkSignals.progress("checking what was written");
            if (run.inserted() != run.rows()) {
                throw new IllegalStateException(
                        "the statements report that they inserted " + run.inserted() + " rows, not " + run.rows());
            }
            PageFillVerifier.check(connection, table, texts, run.rows());
            db.tables(connection).drop(table.table());
            connection.close();
        }

        private void report(OptionalInt pageSize) {
            ForkSignals.metric("phase.fill", run.fillSeconds(), "s");
            run.checkpointSeconds().ifPresent(seconds -> ForkSignals.metric("phase.checkpoint", seconds, "s"));
            ForkSignals.metric("statements", (double) run.statements(), COUNT);
            ForkSignals.metric("rows", (double) run.rows(), COUNT);
            ForkSignals.metric("payload", (double) run.rows() * Payload.WIDTH, "B");
            pageSize.ifPresent(bytes -> ForkSignals.metric("rows-per-page", PageFillTable.rowsPerPage(bytes), COUNT));
            ForkSignals.latencies(run.times());
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(PageFill.class, args);
    }
}
