package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.rowmark.db.ConnectionMode;

/** The counter of the time in which connections wait for their clients, as all servers that have it report it. */
public final class ClientWaits {
    private static final Duration OF_READER = Duration.ofMillis(1_500);

    private ClientWaits() {}

    /**
     * Asserts that a pause of a connection is counted, and a pause of the connection that reads the counter is not.
     *
     * @param pause of the connection
     */
    public static void assertCountedWithoutReader(PrivateServer server, Duration pause) throws SQLException {
        server.on(ConnectionMode.PLAIN, reader -> {
            double first = waited(server, reader);
            sleep(OF_READER);
            double second = waited(server, reader);
            server.on(ConnectionMode.PLAIN, measured -> {
                Contract.execute(measured, "select 1");
                sleep(pause);
                Contract.execute(measured, "select 1");
                server.database().monitor().flush(measured);
            });

            assertThat(second - first).isBetween(0.0, 0.45 * OF_READER.toMillis());
            assertThat(waited(server, reader) - second).isBetween(0.9 * pause.toMillis(), pause.toMillis() + 5_000.0);
        });
    }

    /** Returns the milliseconds that the server counts while another connection does something. */
    public static double during(PrivateServer server, Contract.Work work) throws SQLException {
        double[] waits = new double[1];
        server.on(ConnectionMode.PLAIN, reader -> {
            double before = waited(server, reader);
            server.on(ConnectionMode.PLAIN, work);
            waits[0] = waited(server, reader) - before;
        });
        return waits[0];
    }

    private static double waited(PrivateServer server, Connection reader) throws SQLException {
        return CounterReading.of(server.database().monitor().counters(reader))
                .values()
                .get("server.client-wait-time");
    }

    /** Pauses as a client that has other things to do. */
    public static void sleep(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
