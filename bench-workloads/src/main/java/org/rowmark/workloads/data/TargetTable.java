package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.ValidValues;
import org.rowmark.util.Sql;

/**
 * The table of narrow rows that an insert workload writes to, empty and checkpointed when an iteration begins, and the
 * values to write. Each workload has its own. With further indexes, or rows that are there before, it is one that the
 * workloads share, and its integers are random; then an iteration begins without the rows of the one before.
 * It is never dropped: some databases refuse that while a statement on it is prepared.
 */
@State(Scope.Benchmark)
public class TargetTable extends LoadedData {
    /** The columns of the indexes, as many as there are. */
    private static final List<List<String>> INDEXES =
            List.of(List.of("a"), List.of("b"), List.of("a", "b"), List.of("b", "a"), List.of("a", "t"));

    /** Further indexes, each of which begins with a random integer. */
    @Param("0")
    @ValidValues(value = "[0-5]", words = "a whole number from 0 to 5", unnamed = true)
    public int indexes;

    /** Rows in the table when an iteration begins. */
    @Param("0")
    @ValidValues(value = "0|" + ValidValues.POSITIVE, words = "0, or " + ValidValues.A_POSITIVE_NUMBER, unnamed = true)
    public int start;

    private NarrowValues values;
    private Table table;

    @Override
    public boolean isNeeded() {
        return start > 0;
    }

    /** Loads the rows that are there before, unless they are; removes those that a fork has added. */
    @Override
    public void load(DataTarget target) throws SQLException {
        values = new NarrowValues(target.values());
        if (!isNeeded()) {
            return;
        }
        table = shared(target.dialect());
        DataSet data = values.randomDataSet(table, start);
        if (target.isFirst()) {
            try (Connection connection = target.connect(ConnectionMode.PLAIN)) {
                if (target.tables(connection).hold(data)) {
                    removeAdded(connection);
                }
            }
        }
        target.load(data);
    }

    private Table shared(Dialect dialect) {
        Table narrow = NarrowData.table(
                "rowmark_ins" + (indexes == 0 ? "" : "_i" + indexes) + (start == 0 ? "" : "_s" + start), dialect);
        return new Table(
                narrow.name(), narrow.columns(), narrow.types(), narrow.key(), true, INDEXES.subList(0, indexes));
    }

    @Setup(Level.Trial)
    public void create(Db db, BenchmarkParams params) throws SQLException {
        if (!isNeeded()) {
            table = indexes == 0
                    ? NarrowData.table(nameFor(params.getBenchmark()), db.dialect())
                    : shared(db.dialect());
            db.byFirst(tables -> tables.empty(table));
        }
    }

    /** Empties the table, on a connection of its own because the other ones belong to single threads. */
    @Setup(Level.Iteration)
    public void empty(Db db) throws SQLException {
        if (!isNeeded()) {
            db.byFirst(tables -> tables.empty(table));
        } else {
            db.clients().byFirst(() -> {
                try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
                    removeAdded(connection);
                }
            });
        }
        db.beforeIteration(table);
    }

    private void removeAdded(Connection connection) throws SQLException {
        Sql.execute(connection, "delete from " + table.name() + " where id > " + start);
    }

    /** Returns the key behind those of the rows that are there before. */
    long firstKey() {
        return start + 1L;
    }

    public Table table() {
        return table;
    }

    /** Binds the row with that key to four parameters, the first of which is {@code first}. */
    public void bind(PreparedStatement statement, int first, long key) throws SQLException {
        if (indexes == 0 && start == 0) {
            values.bind(statement, first, key);
        } else {
            values.bindRandom(statement, first, key);
        }
    }

    /** Returns {@code rowmark_insert_batch} for {@code org.rowmark.workloads.InsertBatch.insert}. */
    private static String nameFor(String method) {
        String type = method.substring(0, method.lastIndexOf('.'));
        String simple = type.substring(type.lastIndexOf('.') + 1);
        return "rowmark" + simple.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
