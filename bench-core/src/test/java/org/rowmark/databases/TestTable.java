package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;

/** A table of id, a and txt on a connection of its own, with its prepared insert; dropped on close. */
public final class TestTable implements AutoCloseable {
    static final List<String> COLUMNS = List.of("id", "a", "txt");

    private final Database database;
    private final Endpoint endpoint;
    private final String name;
    private final Connection connection;
    private final PreparedStatement statement;

    TestTable(Database database, Endpoint endpoint, String name, int textLength, ConnectionMode mode)
            throws SQLException {
        this.database = database;
        this.endpoint = endpoint;
        this.name = name;
        Dialect dialect = database.dialect();
        connection = Drivers.connect(endpoint, mode);
        String columns = "id " + dialect.bigintType() + " not null primary key, a " + dialect.integerType()
                + " not null, txt " + dialect.textType(textLength);
        execute(dialect.createTable(name, columns));
        statement = connection.prepareStatement(dialect.insert(name, COLUMNS));
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement statement() {
        return statement;
    }

    void fill(long id, int a, String text) throws SQLException {
        statement.setLong(1, id);
        statement.setInt(2, a);
        statement.setString(3, text);
    }

    void insert(long id, int a, String text) throws SQLException {
        fill(id, a, text);
        assertThat(statement.executeUpdate()).isEqualTo(1);
    }

    ResultSet query(String sql) throws SQLException {
        Statement query = connection.createStatement();
        query.closeOnCompletion();
        return query.executeQuery(sql);
    }

    long number(String sql) throws SQLException {
        return Long.parseLong(ServerInfoQueries.value(connection, sql));
    }

    long count() throws SQLException {
        return number("select count(*) from " + name);
    }

    public void execute(String sql) throws SQLException {
        execute(connection, sql);
    }

    public static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement any = connection.createStatement()) {
            return any.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
        execute("drop table " + name);
        connection.close();
        database.driver().release(endpoint);
    }
}
