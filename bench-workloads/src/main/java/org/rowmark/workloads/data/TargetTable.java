package org.rowmark.workloads.data;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.rowmark.data.Table;
import org.rowmark.fixture.Db;

/**
 * The table of narrow rows that an insert workload writes to, empty and checkpointed when an iteration begins, and the
 * values to write.
 * Each workload has its own. It is never dropped: some databases refuse that while a statement on it is prepared.
 */
@State(Scope.Benchmark)
public class TargetTable {
    private NarrowValues values;
    private Table table;

    @Setup(Level.Trial)
    public void create(Db db, BenchmarkParams params) throws SQLException {
        values = new NarrowValues(db.values());
        table = NarrowData.table(nameFor(params.getBenchmark()), db.dialect());
        db.byFirst(tables -> tables.empty(table));
    }

    /** Empties the table, on a connection of its own because the other ones belong to single threads. */
    @Setup(Level.Iteration)
    public void empty(Db db) throws SQLException {
        db.byFirst(tables -> tables.empty(table));
        db.beforeIteration(table);
    }

    public Table table() {
        return table;
    }

    /** Binds the row with that key to four parameters, the first of which is {@code first}. */
    public void bind(PreparedStatement statement, int first, long key) throws SQLException {
        values.bind(statement, first, key);
    }

    /** Returns {@code rowmark_insert_batch} for {@code org.rowmark.workloads.InsertBatch.insert}. */
    private static String nameFor(String method) {
        String type = method.substring(0, method.lastIndexOf('.'));
        String simple = type.substring(type.lastIndexOf('.') + 1);
        return "rowmark" + simple.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
