package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Transport;

/** The whole contract once more, over a Unix domain socket. */
@Tag("slow")
class PostgresqlSocketTest extends DatabaseContract {
    PostgresqlSocketTest() {
        super(
                builtIn("postgresql").withTransport(Transport.SOCKET),
                new Tried("synchronous_commit", "off", "no (fsync=on, synchronous_commit=off)"));
    }

    @Test
    void talks_through_the_socket_only() throws SQLException {
        String network = Drivers.query(
                endpoint(),
                connection -> ServerInfoQueries.value(
                        connection,
                        "select coalesce(host(inet_client_addr()), 'none') || ' ' || current_setting('listen_addresses')"));

        assertThat(network).isEqualTo("none");
    }
}
