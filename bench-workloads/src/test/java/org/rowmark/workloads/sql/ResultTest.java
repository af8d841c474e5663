package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;

/**
 * Dates and times of each product in a JVM whose zone has no such hour or day: every value counts as it was written.
 * Derby is such a JVM itself and moves the value when it reads the statement.
 */
@Isolated
class ResultTest {
    private final TimeZone zone = TimeZone.getDefault();
    private final Locale locale = Locale.getDefault();

    @TempDir
    private Path temp;

    @BeforeEach
    void go_to_another_country() {
        Locale.setDefault(Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"));
    }

    @AfterEach
    void come_back() {
        TimeZone.setDefault(zone);
        Locale.setDefault(locale);
    }

    @ParameterizedTest
    @CsvSource({
        "h2, ''",
        "hsqldb, ' from (values (0)) v'",
        "duckdb, ''",
        "postgresql, ''",
        "mariadb, ''",
        "mariadb-connector-j, ''",
        "firebird, ' from rdb$database'"
    })
    void is_the_same_in_every_time_zone(String name, String from) throws Exception {
        boolean isMariaDb = name.startsWith("mariadb");
        String timestamp = "select cast('%s' as " + (isMariaDb ? "datetime(6)" : "timestamp") + ")" + from;
        String date = "select cast('%s' as date)" + from;
        String time = "select cast('%s' as time" + (isMariaDb ? "(6)" : "") + ")" + from;
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try (Server server = new SqlRun(temp).start(Targets.builtIn().named(name));
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            Result inBerlin = result(statement, timestamp, "2026-03-29 02:30:00.25");
            assertThat(inBerlin).isNotEqualTo(result(statement, timestamp, "2026-03-29 03:30:00.25"));
            assertThat(result(statement, time, "10:00:00")).isNotEqualTo(result(statement, time, "10:00:01"));

            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
            assertThat(result(statement, date, "2011-12-30")).isNotEqualTo(result(statement, date, "2011-12-31"));
            assertThat(result(statement, timestamp, "2026-03-29 02:30:00.25")).isEqualTo(inBerlin);
            assertThat(inBerlin.text()).isEqualTo("1 row, checksum d5648c70c3221754");
        }
    }

    @ParameterizedTest
    @CsvSource({"h2, timestamp with time zone", "postgresql, timestamptz"})
    void compares_instants_where_a_value_has_a_zone(String name, String type) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try (Server server = new SqlRun(temp).start(Targets.builtIn().named(name));
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            String query = "select cast('%s' as " + type + ")";
            Result summer = result(statement, query, "2026-10-25 02:30:00+02:00");

            assertThat(summer).isNotEqualTo(result(statement, query, "2026-10-25 02:30:00+01:00"));
            assertThat(summer).isEqualTo(result(statement, query, "2026-10-25 00:30:00+00:00"));
        }
    }

    /** Not on H2, which keeps the zone of its first use in a JVM. */
    @Test
    void dates_are_read_by_drivers_of_jdbc_4_0_too() throws Exception {
        String query = "values (date '2026-03-29', timestamp '2026-03-29 12:30:00')";
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:dates");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query);
                Statement other = connection.createStatement();
                ResultSet again = other.executeQuery(query)) {
            assertThat(Result.of(ofJdbc40(rows), false)).isEqualTo(Result.of(again, false));
        }
    }

    /** Returns the rows without the method that JDBC 4.1 added. */
    private static ResultSet ofJdbc40(ResultSet rows) {
        return (ResultSet) Proxy.newProxyInstance(
                ResultTest.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getObject") && arguments[arguments.length - 1] instanceof Class) {
                        throw new AbstractMethodError(method.toString());
                    }
                    return method.invoke(rows, arguments);
                });
    }

    private static Result result(Statement statement, String query, String value) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query.replace("%s", value))) {
            return Result.of(rows, false);
        }
    }
}
