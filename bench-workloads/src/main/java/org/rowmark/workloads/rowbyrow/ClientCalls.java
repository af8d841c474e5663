package org.rowmark.workloads.rowbyrow;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.NarrowValues;
import org.rowmark.workloads.data.PreparedKind;

/** The calls of a client that does something with each row of a table: one by one, in batches, or many by one statement. */
@State(Scope.Thread)
public class ClientCalls {
    /** A call for the row with a key, or for those from the key to the end of the transaction. */
    @FunctionalInterface
    private interface Call {
        /** @return a checksum of selected rows, the number of changed ones */
        long execute(PreparedStatement statement, long key) throws SQLException;
    }

    private Db db;
    private ClientWork work;
    private NarrowValues values;
    private Session session;
    private SessionStatement<PreparedStatement> statement;
    private Call call;
    private boolean isInsert;
    private int step;
    private int commit;
    private int rows;
    private long offset;
    private long operations;
    private long operationsOfFork;
    private long expected;
    private long wrong;

    @Setup(Level.Trial)
    public void prepare(Db target, Session ofThread, PreparedKind kind, ClientWork ofClient) throws SQLException {
        db = target;
        work = ofClient;
        values = work.values();
        session = ofThread;
        rows = work.rows;
        commit = work.commit;
        boolean isSingle = work.form.equals(ClientWork.SINGLE);
        step = isSingle ? 1 : commit;
        session.choose(ConnectionMode.PLAIN, commit == 1);
        statement = session.statement(work.sql());
        boolean isSelect = work.operation.equals(ClientWork.SELECT);
        expected = isSelect ? work.checksum() : rows;
        call = isSelect
                ? isSingle ? this::select : this::selectRange
                : isSingle ? this::change : work.form.equals(ClientWork.BATCH) ? this::changeBatch : this::changeRange;
        isInsert = work.operation.equals(ClientWork.INSERT);
    }

    @Setup(Level.Iteration)
    public void begin() throws SQLException {
        work.begin(db);
        operations = 0;
        offset = 0;
        CounterWindow.begins();
    }

    /** Does the work on all rows, in as many transactions as it takes. */
    public long execute() throws SQLException {
        PreparedStatement prepared = statement.get();
        long done = 0;
        int uncommitted = 0;
        for (long key = 1; key <= rows; key += step) {
            done += call.execute(prepared, key);
            uncommitted += step;
            if (commit > 1 && uncommitted == commit) {
                session.commit();
                uncommitted = 0;
            }
        }
        wrong |= done ^ expected;
        offset = work.offset(++operations);
        session.end();
        return done;
    }

    private long select(PreparedStatement select, long key) throws SQLException {
        select.setLong(1, key);
        return read(select);
    }

    private long selectRange(PreparedStatement select, long key) throws SQLException {
        select.setLong(1, key);
        select.setLong(2, key + commit - 1);
        return read(select);
    }

    private static long read(PreparedStatement select) throws SQLException {
        long checksum = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                checksum += NarrowData.read(row);
            }
        }
        return checksum;
    }

    private long change(PreparedStatement change, long key) throws SQLException {
        bind(change, key);
        return change.executeUpdate();
    }

    /** Returns the number of changes that were executed: drivers that rewrite a batch count no rows. */
    private long changeBatch(PreparedStatement change, long key) throws SQLException {
        for (long each = key; each < key + commit; each++) {
            bind(change, each);
            change.addBatch();
        }
        return change.executeBatch().length;
    }

    private void bind(PreparedStatement change, long key) throws SQLException {
        if (isInsert) {
            values.bind(change, 1, offset + key);
        } else {
            change.setLong(1, key);
        }
    }

    private long changeRange(PreparedStatement change, long key) throws SQLException {
        int first = 1;
        if (isInsert) {
            change.setLong(first++, offset);
        }
        change.setLong(first, key);
        change.setLong(first + 1, key + commit - 1);
        return change.executeUpdate();
    }

    @TearDown(Level.Iteration)
    public void check() throws SQLException {
        CounterWindow.ends();
        if (wrong != 0) {
            throw new IllegalStateException(
                    "expected " + rows + " rows as they were loaded in each operation, found others");
        }
        work.checkCopies(db, operations);
        operationsOfFork += operations;
    }

    @TearDown(Level.Trial)
    public void checkNumbers() throws SQLException {
        work.checkNumbers(db, operationsOfFork);
    }
}
