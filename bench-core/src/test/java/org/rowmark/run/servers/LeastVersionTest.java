package org.rowmark.run.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The least version of a server that is measured. */
class LeastVersionTest {
    @ParameterizedTest
    @CsvSource({
        "postgresql, 12, 22, true",
        "postgresql, 13, 0, false",
        "mysql, 5, 6, true",
        "mysql, 5, 7, false",
        "mysql, 8, 0, false",
        "mariadb, 5, 5, true",
        "mariadb, 10, 11, false",
        "firebird, 2, 5, true",
        "firebird, 3, 0, false",
        "sqlserver, 10, 50, true",
        "sqlserver, 12, 0, false"
    })
    void is_stated_by_the_database(String database, int major, int minor, boolean isRefused) {
        String least = Databases.named(database).leastVersion().orElseThrow();

        assertThat(TargetCheck.isBefore(least, major, minor)).isEqualTo(isRefused);
    }

    @Test
    void a_server_that_is_older_to_its_driver_is_refused_in_one_line() {
        Target target = Targets.builtIn().named("mariadb").withScheme("jdbc:mysql:");
        RequiredServers.assume(target);

        assertThatThrownBy(() -> CheckedTarget.check(target))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("target 'mariadb': its server is MariaDB 5\\.5\\.5-10\\.\\S+ to its driver;"
                        + " the least version is 10\\.2");
    }
}
