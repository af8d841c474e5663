package org.rowmark.overhead;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.workloads.data.NarrowData;

/**
 * The JDBC work of a workload in a loop written by hand, on a connection of its own and on the table of the workload,
 * which is there. The loop has nothing of the suite or of JMH in it, and checks no row. A JVM uses only one of the
 * subclasses, so that its operation is part of the loop.
 */
abstract class BareLoop {
    /** Rows of the table of {@code point-select}. */
    static final int ROWS = 10_000;

    /** Parameter {@code commit} of {@code insert-single}: with a commit after every row, slices on disks hold few rows. */
    static final int ROWS_PER_COMMIT = 1000;

    /** As many keys as the workload draws; a power of two. */
    private static final int KEYS = 1 << 16;

    /** As many values as the workload has generated; a power of two. */
    private static final int VALUES = 1 << 14;

    private volatile boolean done;

    /** The sum of what was read; that it is needed keeps the compiler from dropping the reads. */
    private volatile long consumed;

    static BareLoop of(String workload, Endpoint endpoint, DataGenerator values) throws SQLException {
        Database database = Databases.named(endpoint.database());
        Connection connection = Drivers.connect(Drivers.preparingOnServer(endpoint), ConnectionMode.PLAIN);
        return switch (workload) {
            case "ping" ->
                new Ping(connection.prepareStatement(database.dialect().ping()));
            case "point-select" -> new PointSelect(connection, values);
            case "insert-single" -> new InsertSingle(connection, endpoint, database, values);
            default -> throw new IllegalArgumentException(workload);
        };
    }

    /** Prepares a slice as the workload does, outside the measured time: both begin with the same caches. */
    void prepare() throws SQLException {
        done = false;
    }

    /** Ends a slice, outside the measured time. */
    void finish() throws SQLException {}

    /** Works until the end and returns the number of operations. */
    final long run() throws SQLException {
        long operations = 0;
        long sum = 0;
        do {
            sum += operation();
            operations++;
        } while (!done);
        consume(sum);
        return operations;
    }

    final void consume(long value) {
        consumed = value;
    }

    /** Checks that something was read. */
    final void check() {
        if (consumed == 0) {
            throw new IllegalStateException("read nothing");
        }
    }

    /** Makes {@link #run} end. */
    final void end() {
        done = true;
    }

    abstract long operation() throws SQLException;

    private static final class Ping extends BareLoop {
        private final PreparedStatement ping;

        Ping(PreparedStatement ping) {
            this.ping = ping;
        }

        @Override
        long operation() throws SQLException {
            try (ResultSet row = ping.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static final class PointSelect extends BareLoop {
        private final PreparedStatement select;
        private final NarrowData rows;
        private final long[] keys = new long[KEYS];
        private long drawn;
        private int position;

        PointSelect(Connection connection, DataGenerator values) throws SQLException {
            this.select =
                    connection.prepareStatement("select id, a, b, t from rowmark_narrow_" + ROWS + " where id = ?");
            this.rows = new NarrowData(values);
        }

        @Override
        void prepare() throws SQLException {
            super.prepare();
            long checksum = 0;
            for (int i = 0; i < KEYS; i++) {
                keys[i] = 1L + rows.values().integer(drawn++) % ROWS;
                checksum ^= rows.checksum(keys[i]);
            }
            consume(checksum);
        }

        @Override
        long operation() throws SQLException {
            select.setLong(1, keys[++position & (KEYS - 1)]);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1)
                        + row.getInt(2)
                        + row.getInt(3)
                        + row.getString(4).length();
            }
        }
    }

    private static final class InsertSingle extends BareLoop {
        private final Connection connection;
        private final Endpoint endpoint;
        private final Database database;
        private final Table table;
        private final PreparedStatement insert;
        private final int[] a = new int[VALUES];
        private final int[] b = new int[VALUES];
        private final String[] t = new String[VALUES];
        private long key;
        private int uncommitted;

        InsertSingle(Connection connection, Endpoint endpoint, Database database, DataGenerator values)
                throws SQLException {
            this.connection = connection;
            this.endpoint = endpoint;
            this.database = database;
            this.table = NarrowData.table("rowmark_insert_single", database.dialect());
            this.insert =
                    connection.prepareStatement("insert into " + table.name() + " (id, a, b, t) values (?, ?, ?, ?)");
            connection.setAutoCommit(false);
            NarrowData rows = new NarrowData(values);
            for (int i = 0; i < VALUES; i++) {
                Object[] row = rows.row(i);
                a[i] = (int) row[1];
                b[i] = (int) row[2];
                t[i] = (String) row[3];
            }
        }

        @Override
        void prepare() throws SQLException {
            super.prepare();
            try (Connection other = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
                Tables tables = new Tables(other, database);
                tables.empty(table);
                tables.cleanUp(table);
            }
            key = 0;
        }

        @Override
        void finish() throws SQLException {
            connection.commit();
            uncommitted = 0;
        }

        @Override
        long operation() throws SQLException {
            int i = (int) ++key & (VALUES - 1);
            insert.setLong(1, key);
            insert.setInt(2, a[i]);
            insert.setInt(3, b[i]);
            insert.setString(4, t[i]);
            int inserted = insert.executeUpdate();
            if (++uncommitted == ROWS_PER_COMMIT) {
                connection.commit();
                uncommitted = 0;
            }
            return inserted;
        }
    }
}
