package org.rowmark.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.UsageException;

class LinkAddressTest {
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
        LinkAddress address = LinkAddress.in(url, OptionalInt.of(1234));

        assertThat(address.server().getHostString()).isEqualTo(host);
        assertThat(address.server().getPort()).isEqualTo(port);
        assertThat(address.through(9999)).isEqualTo(through);
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
        assertThatThrownBy(() -> LinkAddress.in(url, OptionalInt.empty()))
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
        assertThat(LinkAddress.isLoopback(url)).isTrue();
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
        assertThat(LinkAddress.isLoopback(url)).isFalse();
    }
}
