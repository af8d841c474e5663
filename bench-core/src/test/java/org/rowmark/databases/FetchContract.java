package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;
import org.rowmark.targets.Endpoint;

/** Results that are read in portions. */
interface FetchContract extends Contract {

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
    default void rows_cross_the_wire_in_portions() throws Exception {
        assumeThat(features()).contains(Feature.FETCH_SIZE);
        Optional<Integer> port = Contract.port(endpoint());
        assumeThat(port).as("a server on TCP on this machine").isPresent();
        int rows = 500;
        int length = 8_000;
        try (Relay relay = Relay.to(port.get())) {
        onTable("portioned", "id " + dialect().bigintType() + " not null primary key, txt " + dialect().textType(length), plain -> {
            new RowSource("portioned", List.of("id", "txt"), rows, key -> new Object[] {key, "x".repeat(length)})
                    .insertInBatches(plain, dialect());
            try (Connection connection = Drivers.connect(through(relay, port.get()), ConnectionMode.CURSOR_FETCH)) {
                connection.setAutoCommit(false);
                long before = relay.received();
                try (PreparedStatement select = connection.prepareStatement("select id, txt from portioned order by id")) {
                    select.setFetchSize(7);
                    try (ResultSet row = select.executeQuery()) {
                        assertThat(row.next()).isTrue();
                        assertThat(relay.received() - before)
                                .as("bytes that have come with the first row")
                                .isLessThan(rows * length / 10);
                        int read = 1;
                        while (row.next()) {
                            read++;
                        }
                        assertThat(read).isEqualTo(rows);
                    }
                }
                assertThat(relay.received() - before).as("bytes of all rows").isGreaterThan(rows * length);
                connection.commit();
            }
        });
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
