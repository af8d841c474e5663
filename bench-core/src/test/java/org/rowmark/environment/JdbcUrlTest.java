package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void knows_who_connects() {
        assertThat(JdbcUrl.isUser("User")).isTrue();
        assertThat(JdbcUrl.isUser("useCursors")).isFalse();
    }
}
