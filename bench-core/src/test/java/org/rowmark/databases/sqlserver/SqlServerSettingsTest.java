package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.TestTable;
import org.rowmark.util.UsageException;

/**
 * Settings that are refused before the server is changed, by views of the same names and columns in H2, which knows no
 * statement that would change one. {@link SqlServerTest} changes those of a real server.
 */
class SqlServerSettingsTest {
    @AutoClose
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:;MODE=MSSQLServer;NON_KEYWORDS=VALUE");
        for (String sql : new String[] {
            "create schema sys",
            "create alias db_id for '" + SqlServerCountersTest.Functions.class.getName() + ".databaseId'",
            "create table sys.configurations (name varchar(70), value int, value_in_use int, is_dynamic int,"
                    + " is_advanced int)",
            "insert into sys.configurations values ('nested triggers', 1, 1, 1, 0), ('fill factor (%)', 0, 0, 0, 1)",
            "create table sys.databases (database_id int, recovery_model_desc varchar(60))"
        }) {
            TestTable.execute(connection, sql);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fill factor (%) | 90                     | comes into force only when the server is started again
            nested triggers | 1; drop database bench | it takes a whole number, as sp_configure does
            recovery        | none                   | it takes one of SIMPLE, BULK_LOGGED, FULL
            rowmark_bogus   | 1                      | it is neither an option of the database that Rowmark knows\
             (compatibility_level, delayed_durability, page_verify, read_committed_snapshot, recovery,\
             target_recovery_time) nor a name in sys.configurations
            """)
    void a_setting_is_refused_with_the_reason(String name, String value, String reason) {
        assertThatThrownBy(() -> new SqlServerSettings().set(connection, name, value))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(reason);
    }

    @Test
    void an_option_whose_value_the_server_does_not_tell_is_refused() {
        assertThatThrownBy(() -> new SqlServerSettings().set(connection, "page_verify", "none"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("PAGE_VERIFY_OPTION_DESC");
    }
}
