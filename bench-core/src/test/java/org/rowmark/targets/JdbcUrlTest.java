package org.rowmark.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.UsageException;

class JdbcUrlTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:postgresql://db1:5432/bench?sslmode=disable | db1:5432
            jdbc:mysql://me:hidden@db1/bench                 | db1
            jdbc:mysql://me:hid@den@db1/bench?x=a@b          | db1
            jdbc:mariadb://db1:3306,db2:3306/bench           | db1:3306,db2:3306
            jdbc:sqlserver://db1;databaseName=bench          | db1
            jdbc:firebirdsql://[::1]:3050//srv/a.fdb         | [::1]:3050
            jdbc:h2:mem:x;DB_CLOSE_DELAY=-1                  |
            jdbc:h2:file:///srv/x                            |
            jdbc:postgresql:bench?password=se@cret:9         |
            jdbc:sqlserver://db1;password=pw@tail:123        | db1
            """)
    void has_an_address_without_a_user(String url, String address) {
        assertThat(new JdbcUrl(url).address()).isEqualTo(Optional.ofNullable(address));
    }

    @Test
    void has_the_properties_that_stand_behind_the_first_mark() {
        assertThat(new JdbcUrl("jdbc:postgresql://h/b?sslmode=disable&tcpKeepAlive").properties())
                .isEqualTo(Map.of("sslmode", "disable", "tcpKeepAlive", ""));
        assertThat(new JdbcUrl("jdbc:sqlserver://h;encrypt=false;applicationName={a;b}; x = 1").properties())
                .isEqualTo(Map.of("encrypt", "false", "applicationName", "{a;b}", "x", "1"));
        assertThat(new JdbcUrl("jdbc:h2:mem:x").properties()).isEmpty();
        assertThat(new JdbcUrl("jdbc:h2:mem:x;").properties()).isEmpty();
    }

    @Test
    void decodes_what_some_drivers_decode() {
        assertThat(new JdbcUrl("jdbc:mysql://h/b?localSocket=%2Frun%2Fa+b&user=me").decodedProperties())
                .isEqualTo(Map.of("localSocket", "/run/a b", "user", "me"));
    }

    @Test
    void knows_who_connects() {
        assertThat(JdbcUrl.isUser("User")).isTrue();
        assertThat(JdbcUrl.isUser("useCursors")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://db1:3307/bench?user=a, db1, 3307, jdbc:mariadb://127.0.0.1:9999/bench?user=a",
        "jdbc:postgresql://db1/bench, db1, 1234, jdbc:postgresql://127.0.0.1:9999/bench",
        "jdbc:postgresql://[::1]:5433/bench, ::1, 5433, jdbc:postgresql://127.0.0.1:9999/bench",
        "jdbc:mysql://joe:p:w@db1:3306/x, db1, 3306, jdbc:mysql://joe:p:w@127.0.0.1:9999/x",
        "jdbc:sqlserver://db1:1433;databaseName=a, db1, 1433, jdbc:sqlserver://127.0.0.1:9999;databaseName=a",
        "jdbc:firebirdsql://db1:3050//data/a.fdb, db1, 3050, jdbc:firebirdsql://127.0.0.1:9999//data/a.fdb",
        "jdbc:interbase://db1//data/a.ib, db1, 1234, jdbc:interbase://127.0.0.1:9999//data/a.ib",
        "jdbc:h2:tcp://db1:9092/./a;X=1, db1, 9092, jdbc:h2:tcp://127.0.0.1:9999/./a;X=1",
        "jdbc:hsqldb:hsql://db1/a, db1, 1234, jdbc:hsqldb:hsql://127.0.0.1:9999/a",
        "jdbc:derby://db1:1527/a;create=true, db1, 1527, jdbc:derby://127.0.0.1:9999/a;create=true",
        "jdbc:oracle:thin:@//db1:1521/xe, db1, 1521, jdbc:oracle:thin:@//127.0.0.1:9999/xe",
        "jdbc:oracle:thin:@db1:1521:xe, db1, 1521, jdbc:oracle:thin:@127.0.0.1:9999:xe",
    })
    void finds_and_replaces_the_server(String url, String host, int port, String through) {
        InetSocketAddress server = new JdbcUrl(url).server(OptionalInt.of(1234));

        assertThat(server.getHostString()).isEqualTo(host);
        assertThat(server.getPort()).isEqualTo(port);
        assertThat(new JdbcUrl(url).through(9999)).isEqualTo(through);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:sqlite:/data/a.db | the URL has no //host:port",
                "jdbc:h2:mem:a | the URL has no //host:port",
                "jdbc:postgresql://db1:5432,db2:5432/a | a link lies before one server",
                "jdbc:mysql://address=(host=db1)(port=3306)/a | a link lies before one server",
                "jdbc:sqlserver://db1\\sales;databaseName=a | a link lies before one server",
                "jdbc:other://db1/a | a link needs the server's port: write //db1:PORT",
            })
    void reports_a_url_that_no_link_can_lie_behind(String url, String problem) {
        assertThatThrownBy(() -> new JdbcUrl(url).server(OptionalInt.empty()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:x://localhost/a",
                "jdbc:x://127.0.0.1:5/a",
                "jdbc:x://127.1.2.3;a",
                "jdbc:x://[::1]:5",
                "jdbc:x://localhost:5,127.0.0.1:6/a"
            })
    void knows_the_loopback_address(String url) {
        assertThat(new JdbcUrl(url).isLoopback()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:x://localhost.example/a",
                "jdbc:x://10.0.0.1:5/a",
                "jdbc:x://localhost,db2/a",
                "jdbc:x:mem:a"
            })
    void knows_other_addresses(String url) {
        assertThat(new JdbcUrl(url).isLoopback()).isFalse();
    }
}
