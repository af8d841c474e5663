package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.tds.TdsServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.SettingsBySql.PutBack;
import org.rowmark.db.UsageException;

/** Settings of somebody else's server: in force when they are set, and as they were afterwards. */
class SqlServerSettingsTest {
    private static final String CONFIGURATIONS =
            "select name, concat(value, '/', value_in_use) from sys.configurations";

    private TdsServer server;
    private Connection connection;
    private Map<String, String> before;

    @BeforeEach
    void connect() throws SQLException {
        server = TdsServer.start();
        connection =
                Drivers.connect(Endpoint.of(SqlServerOverTdsTest.at(server.url()), server.url()), ConnectionMode.PLAIN);
        before = all();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"max degree of parallelism, 4", "nested triggers, 0"})
    void a_configuration_option_is_in_force_and_put_back(String name, String value) throws SQLException {
        PutBack putBack = set(name, value);

        assertThat(all()).containsEntry(name, value + "/" + value);
        assertThat(all()).containsEntry("show advanced options", "0/0");
        putBack.run(connection);
        assertThat(all()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "delayed_durability, forced, FORCED",
        "RECOVERY, simple, SIMPLE",
        "read_committed_snapshot, on, ON",
        "target_recovery_time, 0, 0",
        "compatibility_level, 150, 150"
    })
    void an_option_of_the_database_is_in_force_and_put_back(String name, String value, String told)
            throws SQLException {
        String query = SqlServerOption.named(name).orElseThrow().query();
        String was = Facts.value(connection, query);

        PutBack putBack = set(name, value);

        assertThat(Facts.value(connection, query)).isEqualTo(told).isNotEqualTo(was);
        putBack.run(connection);
        assertThat(Facts.value(connection, query)).isEqualTo(was);
    }

    @Test
    void an_option_that_waits_for_a_restart_is_refused() throws SQLException {
        assertThatThrownBy(() -> set("fill factor (%)", "90"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("comes into force only when the server is started again");
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void what_is_no_number_is_refused() throws SQLException {
        assertThatThrownBy(() -> set("nested triggers", "1; drop database bench"))
                .isInstanceOf(UsageException.class)
                .hasMessage("it takes a whole number, as sp_configure does");
        assertThatThrownBy(() -> set("recovery", "none"))
                .isInstanceOf(UsageException.class)
                .hasMessage("it takes one of SIMPLE, BULK_LOGGED, FULL");
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void an_option_whose_value_the_server_does_not_tell_is_refused() {
        assertThatThrownBy(() -> set("page_verify", "none"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("PAGE_VERIFY_OPTION_DESC");
    }

    @Test
    void what_the_server_takes_and_does_not_use_is_refused_and_put_back() throws SQLException {
        TestTable.execute(
                connection,
                "create trigger stubborn before update on sys.configurations for each row call '"
                        + StubbornServer.class.getName() + "'");

        assertThatThrownBy(() -> set("nested triggers", "3"))
                .isInstanceOf(UsageException.class)
                .hasMessage("the server took it and still uses 1");
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void a_name_that_is_none_is_refused_with_those_that_are() {
        assertThatThrownBy(() -> set("rowmark_bogus", "1"))
                .isInstanceOf(UsageException.class)
                .hasMessage("it is neither an option of the database that Rowmark knows (compatibility_level,"
                        + " delayed_durability, page_verify, read_committed_snapshot, recovery,"
                        + " target_recovery_time) nor a name in sys.configurations");
    }

    /** Goes on with the old value. */
    public static final class StubbornServer implements org.h2.api.Trigger {
        @Override
        public void fire(Connection any, Object[] oldRow, Object[] newRow) {
            newRow[2] = oldRow[2];
        }
    }

    private PutBack set(String name, String value) throws SQLException {
        return new SqlServerSettings().set(connection, name, value);
    }

    private Map<String, String> all() throws SQLException {
        return Facts.pairs(connection, CONFIGURATIONS);
    }
}
