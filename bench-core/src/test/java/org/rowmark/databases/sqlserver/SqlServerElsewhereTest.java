package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.databases.h2.H2;
import org.rowmark.db.Feature;
import org.rowmark.db.ServerInfo;
import org.rowmark.util.Sql;

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
            value = {H2 + "|H2 2.", HSQLDB + "|HSQL Database Engine 2.", SQLITE + "|SQLite 3."})
    void what_a_server_lacks_is_absent(String url, String version) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            ServerInfo facts = sqlServer.monitor().info(connection);

            assertThat(facts.version()).startsWith(version);
            assertThat(facts.durability())
                    .isEqualTo(
                            "commit waits for the disk: unknown (the server does not report its delayed_durability)");
            assertThat(facts.settings()).isEmpty();
            assertThat(sqlServer.monitor().counters(connection)).isEmpty();
            assertThat(sqlServer.features(connection))
                    .contains(Feature.BULK_LOAD)
                    .doesNotContain(Feature.COUNTERS, Feature.SETTINGS_BY_SQL);
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {H2, HSQLDB, SQLITE})
    void a_connection_that_is_gone_answers_nothing(String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.close();

        assertThat(sqlServer.monitor().info(connection).version()).isEqualTo("unknown");
        assertThat(sqlServer.monitor().counters(connection)).isEmpty();
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
}
