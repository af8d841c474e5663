package org.rowmark.workloads;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;
import org.rowmark.db.restore.Restorer;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ForkSignals;
import org.rowmark.fixture.ValidValues;
import org.rowmark.restore.Restorers;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;

/**
 * An empty table filled with rows of 8,000 bytes, eight in a statement, autocommit on, and a checkpoint at the end.
 *
 * <p>Unit: seconds per fill, a single shot of 128,000 statements at scale 1; secondary metrics are the phases {@code fill}
 * and {@code checkpoint}, what was written, the rows that a page holds, and the times of the single statements. Included:
 * binding, execution and commit of all statements, the checkpoint. Not included: connecting, preparing, generating
 * values, creating, checking and dropping the table, a checkpoint before the first statement.
 */
@WorkloadInfo(
        value = "a table filled by statements of eight rows of 8,000 bytes, and a checkpoint",
        requires = {Feature.MULTI_ROW_INSERT, Feature.IDENTITY},
        options = "scale",
        oneThread = true,
        preparation = PageFillProvision.class)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class PageFill {

    @Benchmark
    public long fill(Job job) throws SQLException {
        return job.filling.run();
    }

    /** What is written, and where. */
    @State(Scope.Benchmark)
    public static class Job {
        private static final String COUNT = "count";

        /** {@code random}: has no runs and no repetitions; {@code blank}: spaces, as published. */
        @Param(FillTexts.RANDOM)
        @ValidValues(value = FillTexts.RANDOM + "|" + FillTexts.BLANK, words = "random or blank")
        public String payload;

        private FillTable table;
        private FillTexts texts;
        private Connection connection;
        private PreparedStatement insert;
        private Checkpoint checkpoint;
        private long statements;
        private Filling filling;
        private FillProgress progress;

        @Setup(Level.Trial)
        public void generate(Db db) {
            table = new FillTable(db.dialect());
            statements =
                    Filling.statements(Double.parseDouble(db.option("scale").orElseThrow()));
            texts = FillTexts.of(payload, db.values(), statements * Filling.ROWS);
        }

        /** Whatever an earlier fork left goes, so that none fills a table that has pages already. */
        @Setup(Level.Iteration)
        public void prepare(Db db) throws SQLException {
            connection = db.connect(ConnectionMode.PLAIN);
            table.create(connection, db.tables(connection));
            insert = table.insert(connection);
            checkpoint = new Checkpoint(
                    db.connect(ConnectionMode.PLAIN), db.dialect().checkpoint(FillTable.NAME));
            checkpoint.rehearse();
            filling = new Filling(insert, checkpoint, texts.inOrder(), statements);
            progress = FillProgress.of(filling);
            CounterWindow.begins(() -> db.settle(connection));
        }

        @TearDown(Level.Iteration)
        public void check(Db db) throws SQLException, IOException {
            CounterWindow.ends(() -> db.settle(connection));
            progress.close();
            insert.close();
            checkpoint.close();
            tell(pageSize(db));
            ForkSignals.data(FillTable.NAME + "/" + payload, texts.fingerprint(filling.rows()));
            ForkSignals.progress("checking what was written");
            if (filling.inserted() != filling.rows()) {
                throw new IllegalStateException("the statements report that they inserted " + filling.inserted()
                        + " rows, not " + filling.rows());
            }
            FillCheck.check(connection, table, texts, filling.rows());
            db.tables(connection).drop(table.table());
            connection.close();
        }

        private OptionalInt pageSize(Db db) throws SQLException, IOException {
            Optional<Restorer> product = Restorers.of(db.site().target().database());
            return product.isPresent() ? product.get().pageSize(connection) : OptionalInt.empty();
        }

        private void tell(OptionalInt pageSize) {
            ForkSignals.metric("phase.fill", filling.fillSeconds(), "s");
            filling.checkpointSeconds().ifPresent(seconds -> ForkSignals.metric("phase.checkpoint", seconds, "s"));
            ForkSignals.metric("statements", (double) filling.statements(), COUNT);
            ForkSignals.metric("rows", (double) filling.rows(), COUNT);
            ForkSignals.metric("payload", (double) filling.rows() * FillTexts.WIDTH, "B");
            pageSize.ifPresent(bytes -> ForkSignals.metric("rows-per-page", FillTable.rowsPerPage(bytes), COUNT));
            ForkSignals.latencies(filling.times());
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(PageFill.class, args);
    }
}
