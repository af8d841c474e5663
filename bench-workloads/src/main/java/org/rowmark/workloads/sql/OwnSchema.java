package org.rowmark.workloads.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.sql.UserSql;
import org.rowmark.options.RunOption;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * The tables that the user's setup script makes: in a schema of Rowmark's own or, where a product has none, in a private
 * database. A table in it marks it as Rowmark's and has the fingerprint of the script, so that the forks of a run find
 * what the first one of them made.
 */
final class OwnSchema {
    private static final String MARKER = "rowmark_setup";
    private static final String BEGUN = "begun";

    private final Connection connection;
    private final Database database;
    private final Dialect dialect;
    private final Optional<UserSql.OwnSchema> schema;
    private final SqlFolder folder;

    /** @param connection autocommit is on */
    OwnSchema(Connection connection, Database database, SqlFolder folder) {
        this.connection = connection;
        this.database = database;
        this.dialect = database.dialect();
        this.schema = dialect.userSql().schema();
        this.folder = folder;
    }

    /**
     * Makes sure that the setup script has been executed, if there is one, and that names are those of its tables.
     *
     * @param anew whether it is executed again, as files change the tables
     * @throws SQLException naming the statement of a script that failed
     * @throws UsageException if the schema is there and is not Rowmark's
     */
    void enter(boolean anew) throws IOException, SQLException {
        Optional<SqlInput.Source> setup = folder.setup();
        if (setup.isEmpty()) {
            return;
        }
        database.driver().requireOwnSession(connection, RunOption.SQL_SETUP.name());
        String fingerprint = fingerprint(setup.get());
        Optional<String> state = state();
        if (anew || !state.equals(Optional.of(fingerprint))) {
            if (state.isPresent()) {
                drop(state.get());
            }
            begin();
            execute(setup.get());
            end(fingerprint);
        }
        use();
    }

    /** Creates the schema and marks it as one whose setup script has begun; leaves none that is not marked. */
    void begin() throws SQLException {
        create();
        try {
            use();
            mark();
        } catch (SQLException e) {
            dropUnmarked(e);
            throw e;
        }
    }

    private void dropUnmarked(SQLException reason) {
        try {
            drop();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** Marks the schema as one whose setup script has been executed. */
    void end(String fingerprint) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("update " + marker() + " set state = ? where state = ?")) {
            update.setString(1, fingerprint);
            update.setString(2, BEGUN);
            update.executeUpdate();
        }
    }

    /** Executes the teardown script and drops the schema, if it is there and is Rowmark's. */
    void remove() throws IOException, SQLException {
        Optional<String> state = state();
        if (state.isPresent()) {
            drop(state.get());
        }
    }

    /** Drops the schema if its setup script has begun and not ended. */
    void removeBegun() throws SQLException {
        if (state().equals(Optional.of(BEGUN))) {
            drop();
        }
    }

    private void drop(String state) throws IOException, SQLException {
        Optional<SqlInput.Source> teardown = folder.teardown();
        if (teardown.isPresent() && !state.equals(BEGUN)) {
            database.driver().requireOwnSession(connection, RunOption.SQL_TEARDOWN.name());
            use();
            execute(teardown.get());
        }
        drop();
    }

    /** Drops the schema; where there is none, its mark. */
    void drop() throws SQLException {
        if (schema.isPresent()) {
            Sql.execute(connection, schema.get().drop());
        } else {
            Sql.execute(connection, "drop table " + marker());
        }
    }

    private void create() throws SQLException {
        if (schema.isPresent()) {
            try {
                Sql.execute(connection, schema.get().create());
            } catch (SQLException e) {
                throw new UsageException(
                        "the schema of Rowmark's own, " + schema.get().name() + ", cannot be created: " + Sql.reason(e),
                        e);
            }
        }
    }

    private void use() throws SQLException {
        if (schema.isPresent()) {
            Sql.execute(connection, schema.get().use());
        }
    }

    private void mark() throws SQLException {
        Sql.execute(connection, dialect.createTable(marker(), "state varchar(100) not null primary key"));
        try (PreparedStatement insert = connection.prepareStatement("insert into " + marker() + " values (?)")) {
            insert.setString(1, BEGUN);
            insert.executeUpdate();
        }
    }

    /** Reads what the marker has; empty where there is none. */
    private Optional<String> state() {
        try {
            return Sql.text(connection, "select state from " + marker());
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    private String marker() {
        return schema.map(own -> own.name() + "." + MARKER).orElse(MARKER);
    }

    private void execute(SqlInput.Source script) throws SQLException {
        UserSql product = dialect.userSql();
        StatementSplitter splitter = script.splitter(dialect.lexicalRules(connection));
        try (Statement statement = connection.createStatement()) {
            for (Optional<SqlStatement> one = splitter.next(); one.isPresent(); one = splitter.next()) {
                execute(statement, one.get());
                if (product.changesRules(one.get().text())) {
                    splitter.follow(dialect.lexicalRules(connection));
                }
            }
        }
    }

    /** Executes a statement to its last result, as errors may be behind the first one. */
    private void execute(Statement statement, SqlStatement one) throws SQLException {
        boolean hasSeveralResults = connection.getMetaData().supportsMultipleResultSets();
        try {
            boolean hasRows = statement.execute(one.text());
            while (hasSeveralResults && (hasRows || statement.getUpdateCount() >= 0)) {
                hasRows = statement.getMoreResults();
            }
        } catch (SQLException e) {
            throw one.failed(e);
        }
    }

    private static String fingerprint(SqlInput.Source script) {
        CRC32C crc = new CRC32C();
        byte[] bytes = script.text().getBytes(StandardCharsets.UTF_8);
        crc.update(bytes);
        return bytes.length + " bytes " + HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
