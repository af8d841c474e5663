package org.rowmark.databases.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;
import org.rowmark.util.UsageException;

class DuckDbTest extends DatabaseContract {
    DuckDbTest() {
        super("duckdb", new Tried("fsync_mode", "NONE", "no (fsync_mode=NONE)"));
    }

    @Test
    void comes_with_a_driver_of_its_own_unless_the_target_names_one(@TempDir Path directory) throws IOException {
        Path named = Files.createFile(directory.resolve("named.jar"));

        assertThat(endpoint().driver())
                .singleElement()
                .satisfies(jar -> assertThat(jar).isRegularFile())
                .extracting(jar -> jar.getFileName().toString())
                .asString()
                .matches("duckdb_jdbc-[0-9.]+\\.jar");
        assertThat(DriverJars.endpoint(target().withDriver(List.of(named.toString())), "jdbc:duckdb:x")
                        .driver())
                .containsExactly(named);
    }

    @Test
    void drops_the_sequence_of_its_identities_behind_the_tables() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Contract.execute(connection, "drop sequence if exists rowmark_identity"); // of another test
            List<String> before = catalogue(connection);
            Tables tables = new Tables(connection, database());
            for (String name : List.of("rowmark_one", "rowmark_other")) {
                tables.enable(Feature.IDENTITY);
                tables.createAnew(
                        new Table(name, List.of("id"), List.of(dialect().bigintType())),
                        dialect().identityColumn("id"));
            }
            tables.dropAll();

            assertThat(catalogue(connection)).isEqualTo(before);
        });
    }

    @Test
    void refuses_a_sequence_of_others() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Contract.execute(connection, "drop sequence if exists rowmark_identity"); // of another test
            Contract.execute(connection, "create sequence rowmark_identity");
            Tables tables = new Tables(connection, database());
            try {
                assertThatThrownBy(() -> tables.enable(Feature.IDENTITY))
                        .isInstanceOf(UsageException.class)
                        .hasMessage("sequence rowmark_identity exists but was not made by Rowmark; rename it, or give"
                                + " Rowmark another database");
                tables.dropAll();
                assertThat(Contract.number(connection, "select nextval('rowmark_identity')"))
                        .isEqualTo(1);
            } finally {
                Contract.execute(connection, "drop sequence rowmark_identity");
            }
        });
    }

    /** The appender reports nothing when it is closed, and commits in between where no transaction has begun. */
    @Test
    void loads_nothing_where_one_row_is_refused() throws SQLException {
        onTable("refused", "id bigint not null primary key", connection -> {
            RowSource rows =
                    new RowSource("refused", List.of("id"), 300_000, key -> new Object[] {key == 299_999 ? 5 : key});

            assertThatThrownBy(() -> database().loader().load(connection, rows))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("duplicate key");
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(Contract.number(connection, "select count(*) from refused"))
                    .isZero();
        });
    }

    @Test
    void loads_into_some_columns_in_any_order() throws SQLException {
        onTable("some_columns", dialect().identityColumn("id") + ", a integer, b integer default 7", connection -> {
            database().loader().load(connection, new RowSource("some_columns", List.of("a"), 100, key ->
                    new Object[] {(int) key}));
            database().loader().load(connection, new RowSource("some_columns", List.of("b", "a", "id"), 100, key ->
                    new Object[] {8L, -key, 1_000 + key}));

            assertThat(Contract.number(connection, "select count(distinct id) from some_columns"))
                    .isEqualTo(200);
            assertThat(Contract.number(connection, "select sum(b) from some_columns"))
                    .isEqualTo(1_500);
            assertThat(Contract.number(connection, "select sum(a) from some_columns"))
                    .isZero();
        });
    }

    @Test
    void loads_types_that_its_appender_does_not_take() throws SQLException {
        onTable("other_types", "id bigint primary key, d decimal(10, 2)", connection -> {
            database().loader().load(connection, new RowSource("other_types", List.of("id", "d"), 10, key ->
                    new Object[] {key, 0.25}));

            assertThat(Contract.number(connection, "select 100 * sum(d) from other_types"))
                    .isEqualTo(250);
        });
    }
}
