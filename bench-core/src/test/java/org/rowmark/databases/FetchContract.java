package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;
import org.rowmark.targets.Endpoint;

/** Results that are read in portions. */
interface FetchContract extends Contract {
    int ROWS = 2_000;

    /** Of a row's text. */
    int LENGTH = 2_000;

    @Test
    default void reads_all_rows_through_a_cursor() throws SQLException {
        assumeThat(serves(ConnectionMode.CURSOR_FETCH)).as("cursors").isTrue();
        try (TestTable table = table("portions", 120, ConnectionMode.CURSOR_FETCH)) {
            table.connection().setAutoCommit(false);
            for (int row = 0; row < 500; row++) {
                table.fill(row, row, "row " + row);
                table.statement().addBatch();
            }
            table.statement().executeBatch();
            table.connection().commit();
            try (PreparedStatement statement =
                    table.connection().prepareStatement("select id from portions order by id")) {
                statement.setFetchSize(7);
                try (ResultSet rows = statement.executeQuery()) {
                    long next = 0;
                    while (rows.next()) {
                        assertThat(rows.getLong(1)).isEqualTo(next++);
                    }
                    assertThat(next).isEqualTo(500);
                }
            }
            table.connection().commit();
            table.connection().setAutoCommit(true);
        }
    }

    @Test
    default void rows_cross_the_wire_in_portions_of_the_fetch_size() throws Exception {
        assumeThat(features()).contains(Feature.FETCH_SIZE);
        assumeThat(Contract.port(endpoint()))
                .as("a server on TCP on this machine")
                .isPresent();
        String columns = "id " + dialect().bigintType() + " not null primary key, txt "
                + dialect().textType(LENGTH);
        onTable("portioned", columns, plain -> {
            new RowSource("portioned", List.of("id", "txt"), ROWS, key -> new Object[] {key, "x".repeat(LENGTH)})
                    .insertInBatches(plain, dialect());
            long few = bytesWithFirstRow(7);

            assertThat(few).isLessThan(ROWS * LENGTH / 10);
            // a portion far larger than the buffers of sockets, which may hold more than the few rows
            assertThat(bytesWithFirstRow(ROWS / 2)).isGreaterThan(2 * few);
        });
    }

    @Test
    default void reads_all_rows_in_each_way_that_it_has() throws SQLException {
        Map<Feature, ConnectionMode> ways = Map.of(
                Feature.SERVER_CURSOR,
                ConnectionMode.CURSOR_FETCH,
                Feature.STREAMING,
                ConnectionMode.STREAMING,
                Feature.BUFFERING,
                ConnectionMode.BUFFERING);
        onTable("transferred", "id " + dialect().bigintType() + " not null primary key", plain -> {
            new RowSource("transferred", List.of("id"), 500, key -> new Object[] {key})
                    .insertInBatches(plain, dialect());
            for (Map.Entry<Feature, ConnectionMode> way : ways.entrySet()) {
                if (features().contains(way.getKey())) {
                    on(way.getValue(), connection -> {
                        connection.setAutoCommit(false);
                        assertThat(sum(connection, way.getValue()))
                                .as(way.toString())
                                .isEqualTo(500 * 501 / 2);
                        connection.commit();
                    });
                }
            }
        });
    }

    private long sum(Connection connection, ConnectionMode mode) throws SQLException {
        String sql = "select id from transferred";
        try (PreparedStatement query = database().driver().prepareQuery(connection, sql, mode);
                ResultSet row = query.executeQuery()) {
            long sum = 0;
            while (row.next()) {
                sum += row.getLong(1);
            }
            return sum;
        }
    }

    @Test
    default void has_all_rows_when_the_first_is_there_where_it_buffers() throws Exception {
        assumeThat(features()).contains(Feature.BUFFERING);
        int port = Contract.port(endpoint()).orElse(0);
        assumeThat(port).as("a server on TCP on this machine").isPositive();
        String columns = "id " + dialect().bigintType() + " not null primary key, txt "
                + dialect().textType(LENGTH);
        onTable("buffered", columns, plain -> {
            new RowSource("buffered", List.of("id", "txt"), ROWS, key -> new Object[] {key, "x".repeat(LENGTH)})
                    .insertInBatches(plain, dialect());
            try (Relay relay = Relay.to(port);
                    Connection connection = Drivers.connect(through(relay, port), ConnectionMode.BUFFERING)) {
                connection.setAutoCommit(false);
                long before = relay.received();
                try (PreparedStatement query = database()
                                .driver()
                                .prepareQuery(connection, "select id, txt from buffered", ConnectionMode.BUFFERING);
                        ResultSet row = query.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(relay.received() - before).isGreaterThan((long) ROWS * LENGTH);
                }
                connection.commit();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Reads all rows of the table, and returns how many bytes have come when the first one is there. */
    private long bytesWithFirstRow(int fetchSize) throws SQLException {
        int port = Contract.port(endpoint()).orElseThrow();
        try (Relay relay = Relay.to(port);
                Connection connection = Drivers.connect(through(relay, port), ConnectionMode.CURSOR_FETCH)) {
            connection.setAutoCommit(false);
            try (PreparedStatement select = connection.prepareStatement("select id, txt from portioned order by id")) {
                select.setFetchSize(fetchSize);
                long before = relay.received();
                try (ResultSet row = select.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    long first = relay.received() - before;
                    int read = 1;
                    while (row.next()) {
                        read++;
                    }
                    assertThat(read).isEqualTo(ROWS);
                    assertThat(relay.received() - before).isGreaterThan(ROWS * LENGTH);
                    return first;
                }
            } finally {
                connection.commit();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Endpoint through(Relay relay, int port) {
        Endpoint direct = endpoint();
        return new Endpoint(
                direct.database(),
                direct.url().replace(":" + port, ":" + relay.port()),
                direct.user(),
                direct.password(),
                direct.driver(),
                direct.properties());
    }
}
