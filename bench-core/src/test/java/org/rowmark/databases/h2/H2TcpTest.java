package org.rowmark.databases.h2;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Secret;

@Tag("slow")
class H2TcpTest extends DatabaseContract {
    H2TcpTest() {
        super(
                "h2-tcp",
                new Tried(
                        "WRITE_DELAY",
                        "250",
                        "no (WRITE_DELAY=250 ms; H2 does not sync the file at a commit, whatever the delay)"));
    }

    /** Whoever makes a database is its administrator, who can run code in the server. */
    @ParameterizedTest
    @ValueSource(strings = {"mem:theirs", "./theirs"})
    void lets_nobody_make_a_database(String name) {
        String server = endpoint().url().replaceFirst("/\\./.*", "/");
        Endpoint theirs = endpoint().at(server + name).as("them", Secret.of("their-password"));

        assertThatThrownBy(() -> Drivers.connect(theirs, ConnectionMode.PLAIN).close())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("not found");
    }
}
