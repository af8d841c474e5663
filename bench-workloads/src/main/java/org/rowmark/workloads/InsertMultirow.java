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
import org.rowmark.data.Table;
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
 * Rows inserted several at a time, by one INSERT statement with parameters for all of them. Autocommit is on, so each
 * statement is a transaction.
 *
 * <p>Unit: statements per second; the secondary metric {@code rows} is rows per second. Included: binding, execution,
 * commit. Not included: connecting, preparing, generating values, emptying the table.
 *
 * <p>By default the time is fixed and the table grows from empty to as many rows as a target inserts, so there is no
 * steady state: a faster target works on a larger table, and checkpoints may come after the end. With {@code work=fixed}
 * the number of rows is: see {@link Work}. With {@code indexes} the table has further ones, with {@code start} rows that
 * are there before each iteration: see {@link TargetTable}.
 */
@WorkloadInfo(
        value = "one INSERT statement of several rows, executed and committed",
        makes = {
            "rowmark_insert_multirow",
            "rowmark_ins_i{indexes}",
            "rowmark_ins_s{start}",
            "rowmark_ins_i{indexes}_s{start}"
        },
        requires = Feature.MULTI_ROW_INSERT,
        commits = true,
        options = Session.POOL,
        onlyIf = {InsertMultirow.FitsInStatement.class, Work.FitsTotal.class},
        fixedWork = Work.Rows.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class InsertMultirow {

    @Benchmark
    public int insert(Writer writer, RowCounter counter, Control control) throws SQLException {
        counter.add(writer.rows, control);
        PreparedStatement insert = writer.insert.get();
        for (int i = 0; i < writer.parameters; i += writer.columns) {
            writer.table.bind(insert, i + 1, writer.keys.next());
        }
        int inserted = insert.executeUpdate();
        writer.session.end();
        return inserted;
    }

    /** The parameters. */
    @State(Scope.Benchmark)
    public static class Settings {
        /** Rows per statement. */
        @Param({"10", "100", "1000"})
        @ValidValues
        public int rows;
    }

    /** A thread's statement. */
    @State(Scope.Thread)
    public static class Writer {
        private Session session;
        private SessionStatement<PreparedStatement> insert;
        private TargetTable table;
        private KeyRange keys;
        private int rows;
        private int columns;
        private int parameters;

        @Setup(Level.Trial)
        public void prepare(
                Db db, Session session, PreparedKind kind, Settings settings, TargetTable table, KeyRange keys)
                throws SQLException {
            this.session = session;
            this.table = table;
            this.keys = keys;
            Table target = table.table();
            rows = settings.rows;
            columns = target.columns().size();
            parameters = rows * columns;
            insert = session.statement(db.dialect().insertRows(target.name(), target.columns(), target.types(), rows));
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            keys.check(session.connection(), table.table());
            session.release();
        }
    }

    /** The limit of databases on the rows or parameters of one statement. */
    public static final class FitsInStatement implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            int limit = dialect.maxRowsPerInsert(NarrowData.COLUMNS.size());
            int rows = Integer.parseInt(parameters.get("rows"));
            return rows <= limit
                    ? Optional.empty()
                    : Optional.of("rows=" + rows + " is over this database's limit of " + limit + " rows of "
                            + NarrowData.COLUMNS.size() + " columns per INSERT statement");
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(InsertMultirow.class, args);
    }
}
