package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.TestTable;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * Settings that are refused before the server is changed, and those of the server, by a view of the same name and columns
 * in H2 and functions that configure as sp_configure does. {@link SqlServerTest} changes those of a real server.
 */
class SqlServerSettingsTest {
    private static final List<String> SHOW = List.of("exec sp_configure N'show advanced options', 1", "reconfigure");
    private static final List<String> HIDE = List.of("exec sp_configure N'show advanced options', 0", "reconfigure");
    private static final long DEFAULT = 2_147_483_647;

    @AutoClose
    private Connection connection;

    private final List<String> executed = new ArrayList<>();

    /** The functions of H2. */
    public static final class Functions {
        private Functions() {}

        /** Configures a value, of an advanced option only while these are shown. */
        public static void configure(Connection connection, String name, long value) throws SQLException {
            long hidden = Sql.number(
                    connection,
                    "select count(*) from sys.configurations option, sys.configurations shown where shown.name = '"
                            + SqlServerSettings.ADVANCED + "' and shown.value_in_use = 0 and option.is_advanced = 1"
                            + " and option.name = '" + name + "'");
            if (hidden > 0) {
                throw new SQLException("option '" + name + "' does not exist, or it may be an advanced option");
            }
            Sql.execute(connection, "update sys.configurations set value = " + value + " where name = '" + name + "'");
        }

        /** Puts all values in force, or the least that the server uses. */
        public static void reconfigure(Connection connection) throws SQLException {
            Sql.execute(connection, "update sys.configurations set value_in_use = greatest(value, least)");
        }
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:;MODE=MSSQLServer;NON_KEYWORDS=VALUE");
        for (String sql : new String[] {
            "create schema sys",
            "create alias db_id for '" + SqlServerCountersTest.Functions.class.getName() + ".databaseId'",
            "create alias sp_configure for '" + Functions.class.getName() + ".configure'",
            "create alias reconfigure for '" + Functions.class.getName() + ".reconfigure'",
            "create table sys.configurations (name varchar(70), value int, value_in_use int, is_dynamic int,"
                    + " is_advanced int, least int)",
            "insert into sys.configurations values ('nested triggers', 1, 1, 1, 0, 0), ('fill factor (%)', 0, 0, 0, 1, 0),"
                    + " ('show advanced options', 0, 0, 1, 0, 0),"
                    + " ('max server memory (MB)', 2147483647, 2147483647, 1, 1, 128)",
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
    void memory_is_configured_while_advanced_options_are_shown_and_put_back_likewise() throws SQLException {
        RuntimeSettings settings = new SqlServerSettings();
        Optional<String> earlier = settings.earlier(connection, SqlServerSettings.MEMORY);

        settings.set(noting(), SqlServerSettings.MEMORY, "256");

        assertThat(executed).containsExactlyElementsOf(shownWhile("256"));
        assertThat(new SqlServerMonitor().memory(connection)).hasValue(256 * ByteSize.MIB);
        assertThat(inUse(SqlServerSettings.ADVANCED)).isZero();

        executed.clear();
        settings.putBack(noting(), SqlServerSettings.MEMORY, earlier);

        assertThat(executed).containsExactlyElementsOf(shownWhile("2147483647"));
        assertThat(inUse(SqlServerSettings.MEMORY)).isEqualTo(DEFAULT);
        assertThat(inUse(SqlServerSettings.ADVANCED)).isZero();
    }

    @Test
    void advanced_options_that_others_have_shown_stay_shown() throws SQLException {
        Sql.execute(connection, "update sys.configurations set value = 1, value_in_use = 1 where name like 'show%'");

        new SqlServerSettings().set(noting(), SqlServerSettings.MEMORY, "256");

        assertThat(executed).containsExactly("exec sp_configure N'max server memory (MB)', 256", "reconfigure");
        assertThat(inUse(SqlServerSettings.ADVANCED)).isEqualTo(1);
    }

    @Test
    void a_value_that_the_server_does_not_use_is_put_back_and_advanced_options_are_hidden_again() throws SQLException {
        assertThatThrownBy(() -> new SqlServerSettings().set(noting(), SqlServerSettings.MEMORY, "64"))
                .isInstanceOf(UsageException.class)
                .hasMessage("the server took it and still uses 128");
        assertThat(inUse(SqlServerSettings.MEMORY)).isEqualTo(DEFAULT);
        assertThat(inUse(SqlServerSettings.ADVANCED)).isZero();
    }

    private static List<String> shownWhile(String memory) {
        return Stream.of(SHOW, List.of("exec sp_configure N'max server memory (MB)', " + memory, "reconfigure"), HIDE)
                .flatMap(List::stream)
                .toList();
    }

    private long inUse(String name) throws SQLException {
        return Sql.number(connection, "select value_in_use from sys.configurations where name = '" + name + "'");
    }

    /** Returns the connection, whose statements are noted, and whose {@code reconfigure} calls the function. */
    private Connection noting() {
        return proxy(
                Connection.class,
                (self, method, arguments) -> method.getName().equals("createStatement")
                        ? noting(connection.createStatement())
                        : method.invoke(connection, arguments));
    }

    private Statement noting(Statement statement) {
        return proxy(Statement.class, (self, method, arguments) -> {
            if (!method.getName().equals("execute")) {
                return method.invoke(statement, arguments);
            }
            String sql = (String) arguments[0];
            executed.add(sql);
            return statement.execute(sql.equals(SqlServerSettings.RECONFIGURE) ? "exec reconfigure" : sql);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(SqlServerSettingsTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void an_option_whose_value_the_server_does_not_tell_is_refused() {
        assertThatThrownBy(() -> new SqlServerSettings().set(connection, "page_verify", "none"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("PAGE_VERIFY_OPTION_DESC");
    }
}
