package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.databases.h2.H2;
import org.rowmark.databases.support.query.FeatureProbe;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;
import org.rowmark.db.ServerInfo;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * SQL Server's questions put to other databases, which lack most of what is asked for: what is missing comes out as
 * absent, nothing fails, and the connection is as it was.
 */
class SqlServerElsewhereTest {
    private static final String H2 = "jdbc:h2:mem:;MODE=MSSQLServer";
    private static final String HSQLDB = "jdbc:hsqldb:mem:elsewhere";
    private static final String SQLITE = "jdbc:sqlite::memory:";

    private final SqlServer sqlServer = new SqlServer();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                H2 + "|H2 2.|MULTI_ROW_INSERT,IDENTITY,MICROSECONDS",
                HSQLDB + "|HSQL Database Engine 2.|MULTI_ROW_INSERT",
                SQLITE + "|SQLite 3.|MULTI_ROW_INSERT"
            })
    void what_a_server_lacks_is_absent(String url, String version, String features) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            ServerInfo facts = sqlServer.monitor().info(connection);

            assertThat(facts.version()).startsWith(version);
            assertThat(facts.durability())
                    .isEqualTo(
                            "commit waits for the disk: unknown (the server does not report its delayed_durability)");
            assertThat(facts.settings()).isEmpty();
            assertThat(sqlServer.monitor().counters(connection)).isEmpty();
            assertThat(sqlServer.features(connection)).isEqualTo(named(features));
            assertThat(connection.getAutoCommit()).isTrue();
            assertThatThrownBy(() -> ServerInfoQueries.value(connection, "select a from " + FeatureProbe.SHARED_NAME))
                    .as("left behind")
                    .isInstanceOf(SQLException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {H2, HSQLDB, SQLITE})
    void a_connection_that_is_gone_answers_nothing(String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.close();

        assertThat(sqlServer.monitor().info(connection).version()).isEqualTo("unknown");
        assertThat(sqlServer.features(connection)).isEmpty();
        assertThat(sqlServer.monitor().counters(connection)).isEmpty();
    }

    @Test
    void rows_are_loaded_in_batches_by_a_driver_without_bulk_copy() throws SQLException {
        try (Connection connection = DriverManager.getConnection(H2)) {
            execute(connection, "create table loaded (id bigint primary key, a integer)");

            sqlServer.loader().load(connection, new RowSource("loaded", List.of("id", "a"), 2_500, key ->
                    new Object[] {key, 1}));

            assertThat(Sql.number(connection, "select sum(a) from loaded")).isEqualTo(2_500);
        }
    }

    @Test
    void a_server_without_truncate_is_emptied_all_the_same() throws SQLException {
        Table table = new Table("rowmark_emptied", List.of("id"), List.of("bigint"));
        try (Connection connection = DriverManager.getConnection(SQLITE)) {
            Tables tables = new Tables(connection, sqlServer);
            tables.load(new DataSet(table, 3, "first", key -> new Object[] {key}));
            tables.load(new DataSet(table, 2, "second", key -> new Object[] {key}));

            assertThat(Sql.number(connection, "select count(*) from rowmark_emptied"))
                    .isEqualTo(2);
        }
    }

    @Test
    void a_table_of_somebody_else_is_not_tried_on() throws SQLException {
        try (Connection connection = DriverManager.getConnection(SQLITE)) {
            execute(connection, "create table rowmark_probe (theirs integer)");
            execute(connection, "insert into rowmark_probe values (7)");
            try {
                assertThatThrownBy(() -> sqlServer.features(connection))
                        .isInstanceOf(UsageException.class)
                        .hasMessageStartingWith("table rowmark_probe exists; ");
                assertThat(Sql.number(connection, "select theirs from rowmark_probe"))
                        .isEqualTo(7);
            } finally {
                execute(connection, "drop table rowmark_probe");
            }
        }
    }

    private static Set<Feature> named(String features) {
        return List.of(features.split(",")).stream().map(Feature::valueOf).collect(Collectors.toSet());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
