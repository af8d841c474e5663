package org.rowmark.state;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Rows;
import org.rowmark.db.UsageException;

/**
 * Rowmark's tables in a database. Each is entered in the marker table before it is created; what is not entered there
 * is somebody else's and is neither used nor dropped.
 */
public final class Tables {
    private static final String MARKER = Table.PREFIX + "marker";
    private static final String EMPTY = "for writing";
    private static final String LOADING = "being loaded";

    private final Connection connection;
    private final Database database;
    private final Dialect dialect;

    /**
     * @param connection autocommit is on; stays open and is the caller's to close; of mode
     *     {@link ConnectionMode#BULK_LOAD} to load data in the fastest way
     */
    public Tables(Connection connection, Database database) {
        this.connection = connection;
        this.database = database;
        this.dialect = database.dialect();
    }

    /**
     * Makes sure that the table is there and empty.
     *
     * @throws UsageException if a table of that name exists that Rowmark did not make
     */
    public void empty(Table table) throws SQLException {
        Optional<String> contents = contents(table);
        if (contents.isPresent() && exists(table.name())) {
            removeRows(table);
            return;
        }
        create(table, contents, EMPTY);
    }

    /**
     * Makes sure that the table is there as if it had never been: dropped and created, so that its numbers begin anew.
     *
     * @param definitions of columns and keys, as {@link Dialect#createTable} wants them
     * @throws UsageException if a table of that name exists that Rowmark did not make
     */
    public void createAnew(Table table, String definitions) throws SQLException {
        drop(table);
        mark(table, contents(table), EMPTY);
        execute(dialect.createTable(table.name(), definitions));
    }

    /**
     * Makes sure that the table is not there. Statements on it must be closed: some databases wait for them.
     *
     * @throws UsageException if a table of that name exists that Rowmark did not make
     */
    public void drop(Table table) throws SQLException {
        if (contents(table).isPresent() && exists(table.name())) {
            execute("drop table " + table.name());
        }
    }

    /**
     * Makes sure that the table holds the data set: uses the rows that are there if their fingerprint and number are
     * right, loads them otherwise.
     *
     * @throws UsageException if a table of that name exists that Rowmark did not make
     */
    public void load(DataSet data) throws SQLException {
        Table table = data.table();
        Optional<String> contents = contents(table);
        if (contents.isPresent() && exists(table.name())) {
            if (contents.get().equals(data.fingerprint()) && count(table) == data.rows()) {
                return;
            }
            mark(table, contents, LOADING);
            removeRows(table);
        } else {
            create(table, contents, LOADING);
        }
        database.load(connection, new Rows(table.name(), table.columns(), data.rows(), data.row()));
        mark(table, Optional.of(LOADING), data.fingerprint());
    }

    /**
     * Makes sure that nothing there bears Rowmark's names and is not Rowmark's.
     *
     * @throws UsageException naming what somebody else made
     */
    public void requireOurs() throws SQLException {
        List<String> ours = exists(MARKER) ? listed() : List.of();
        NamedLikeOurs named = new NamedLikeOurs(connection);
        for (String table : named.tables()) {
            if (!table.equals(MARKER) && !ours.contains(table)) {
                throw notOurs(table);
            }
        }
        Set<String> ofSchema = named.tablesOfSchema();
        if (!ofSchema.isEmpty() && !ofSchema.contains(MARKER)) {
            throw new UsageException("schema rowmark exists but was not made by Rowmark (it has tables and no " + MARKER
                    + "); rename it, or give Rowmark another database");
        }
    }

    /** Drops every table that the marker table lists, and the marker table; nothing else. */
    public void dropAll() throws SQLException {
        if (!exists(MARKER)) {
            return;
        }
        List<String> ours = listed();
        for (String table : ours) {
            if (exists(table)) {
                execute("drop table " + table);
            }
        }
        execute("drop table " + MARKER);
    }

    /** Rows of the table whose first column lies in {@code from} to {@code to}, both inclusive. */
    public static long count(Connection connection, Table table, long from, long to) throws SQLException {
        String sql = "select count(*) from " + table.name() + " where "
                + table.columns().get(0) + " between ? and ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, from);
            statement.setLong(2, to);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** The tables that the marker table lists. */
    private List<String> listed() throws SQLException {
        checkMarker();
        List<String> ours = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select table_name from " + MARKER)) {
            while (rows.next()) {
                ours.add(rows.getString(1));
            }
        }
        return ours;
    }

    private static UsageException notOurs(String table) {
        return new UsageException("table " + table + " exists but was not made by Rowmark (" + MARKER
                + " does not list it); rename it, or give Rowmark another schema or user");
    }

    private long count(Table table) throws SQLException {
        return count(connection, table, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private void create(Table table, Optional<String> contents, String newContents) throws SQLException {
        mark(table, contents, newContents);
        execute(dialect.createTable(table.name(), table.definitions()));
    }

    /** What the marker table says of the table; empty if it says nothing and the table may be created. */
    private Optional<String> contents(Table table) throws SQLException {
        if (exists(MARKER)) {
            checkMarker();
        } else {
            execute(dialect.createTable(
                    MARKER, "table_name varchar(100) not null primary key, contents varchar(250) not null"));
        }
        Optional<String> contents = Optional.empty();
        try (PreparedStatement select =
                connection.prepareStatement("select contents from " + MARKER + " where table_name = ?")) {
            select.setString(1, table.name());
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    contents = Optional.of(row.getString(1));
                }
            }
        }
        if (contents.isEmpty() && exists(table.name())) {
            throw notOurs(table.name());
        }
        return contents;
    }

    private void checkMarker() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select table_name, contents from " + MARKER + " where 1 = 0")) {
            rows.next();
        } catch (SQLException e) {
            throw new UsageException(
                    "table " + MARKER + " exists but was not made by Rowmark; rename it, or give Rowmark"
                            + " another schema or user",
                    e);
        }
    }

    private void mark(Table table, Optional<String> contents, String newContents) throws SQLException {
        String sql = contents.isPresent()
                ? "update " + MARKER + " set contents = ? where table_name = ?"
                : "insert into " + MARKER + " (contents, table_name) values (?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, newContents);
            statement.setString(2, table.name());
            statement.executeUpdate();
        }
    }

    /** Asks by a query and not by metadata, so that the name is resolved just as in the statements that follow. */
    private boolean exists(String table) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + table + " where 1 = 0")) {
            return rows.next();
        } catch (SQLException e) {
            return false;
        }
    }

    /** Not every server that speaks a product's dialect knows its fast way. */
    private void removeRows(Table table) throws SQLException {
        try {
            execute(dialect.emptyTable(table.name()));
        } catch (SQLException e) {
            execute("delete from " + table.name());
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
