package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
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
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.NarrowValues;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.Work;

/**
 * One row inserted into a table whose key the database generates, and the key read from the driver. Autocommit is on.
 *
 * <p>Unit: rows per second. Included: binding, execution, commit, reading the generated key. Not included: connecting,
 * preparing, generating values, emptying the table. The statement names the column of the key; with RETURN_GENERATED_KEYS
 * some drivers (those of PostgreSQL and Firebird) would return the whole row. An insert that fails only because of other threads, as
 * on Derby when another one reads the table's definition while the next keys are reserved, is done again, all in its time;
 * {@code retries} and {@code errors.40XL1} count that as in {@link RwTransaction}.
 *
 * <p>By default the time is fixed and the table grows from empty to as many rows as a target inserts; with {@code
 * work=fixed} the number of rows is, as in {@link InsertSingle}. A row's first number is that of its thread. The keys that
 * a thread reads must ascend, and their number and sum must be those of its rows.
 */
@WorkloadInfo(
        value = "one row inserted and its generated key read",
        makes = "rowmark_generated_keys",
        requires = Feature.IDENTITY,
        commits = true,
        options = Session.POOL,
        onlyIf = Work.NeedsFixed.class,
        fixedWork = Work.Rows.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class GeneratedKeys {

    @Benchmark
    public long insert(Writer writer) throws SQLException {
        while (true) {
            try {
                long key = writer.insert();
                writer.session.end();
                return key;
            } catch (SQLException e) {
                writer.session.rollBack(e);
            }
        }
    }

    /** The table, empty when an iteration begins, and the values to write. */
    @State(Scope.Benchmark)
    public static class Target {
        private static final List<String> WRITTEN = NarrowData.COLUMNS.subList(1, NarrowData.COLUMNS.size());

        private static final String BY_NAME = "by-name";
        private static final String KEY = NarrowData.COLUMNS.get(0);

        /** {@code by-name}: the statement names the key's column; {@code any}: RETURN_GENERATED_KEYS. */
        @Param(BY_NAME)
        @ValidValues(value = BY_NAME + "|any", words = BY_NAME + " or any", unnamed = true)
        public String keys = BY_NAME;

        private NarrowValues values;
        private Table table;

        @Setup(Level.Trial)
        public void create(Db db) throws SQLException {
            Dialect dialect = db.dialect();
            values = new NarrowValues(db.values());
            table = NarrowData.table("rowmark_generated_keys", dialect);
            StringBuilder columns = new StringBuilder(dialect.identityColumn(KEY));
            for (String column : WRITTEN) {
                String type = table.types().get(table.columns().indexOf(column));
                columns.append(", ").append(column).append(' ').append(type).append(" not null");
            }
            db.byFirst(tables -> {
                tables.enable(Feature.IDENTITY);
                tables.createAnew(table, columns.toString());
            });
        }

        /** Prepares the insert statement on a session. */
        private SessionStatement<PreparedStatement> insert(Session session, Dialect dialect) throws SQLException {
            String sql = dialect.insert(table.name(), WRITTEN);
            if (!keys.equals(BY_NAME)) {
                return session.statement(of -> of.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS));
            }
            boolean isUpper = session.connection().getMetaData().storesUpperCaseIdentifiers();
            String[] names = {isUpper ? KEY.toUpperCase(Locale.ROOT) : KEY};
            return session.statement(of -> of.prepareStatement(sql, names));
        }

        @Setup(Level.Iteration)
        public void empty(Db db) throws SQLException {
            db.byFirst(tables -> tables.empty(table));
            db.beforeIteration(table);
        }
    }

    /** A number of rows and the sum of their keys. */
    private record Keys(long rows, long sum) {}

    /** A thread's statement and the keys that it has read. */
    @State(Scope.Thread)
    public static class Writer {
        private Target target;
        private Work work;
        private Session session;
        private SessionStatement<PreparedStatement> insert;
        private int thread;
        private long rows;
        private long sum;
        private long last;
        private boolean descended;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, PreparedKind kind, Target target, Work work, ThreadParams params)
                throws SQLException {
            this.target = target;
            this.work = work;
            thread = db.clients().among(params).getThreadIndex();
            this.session = session;
            insert = target.insert(session, db.dialect());
        }

        @Setup(Level.Iteration)
        public void restart() {
            rows = 0;
            sum = 0;
            last = Long.MIN_VALUE;
        }

        private long insert() throws SQLException {
            PreparedStatement statement = insert.get();
            statement.setInt(1, thread);
            statement.setInt(2, target.values.b(rows));
            statement.setString(3, target.values.t(rows));
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return generated(keys.getLong(1));
            }
        }

        private long generated(long key) {
            rows++;
            sum += key;
            descended |= key <= last;
            last = key;
            return key;
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            CounterWindow.ends();
            work.check(rows);
            String table = target.table.name();
            String sql = "select count(*), sum(id) from " + table + " where a = " + thread;
            Keys found = Sql.rows(session.connection(), sql, row -> new Keys(row.getLong(1), row.getLong(2)))
                    .get(0);
            session.release();
            Keys expected = new Keys(rows, sum);
            if (!found.equals(expected) || descended) {
                throw new IllegalStateException("table " + table + ": expected " + expected
                        + " as this thread read the generated keys, found " + found
                        + (descended ? ", and keys that did not ascend" : ""));
            }
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(GeneratedKeys.class, args);
    }
}
