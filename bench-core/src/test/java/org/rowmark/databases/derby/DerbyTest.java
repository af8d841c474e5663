package org.rowmark.databases.derby;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.ParameterizedSql;

class DerbyTest extends DatabaseContract {
    private static final int ROWS = 20_000;

    DerbyTest() {
        super("derby", new Tried("derby.system.durability", "test", "no (derby.system.durability=test)"));
    }

    @Test
    void threads_insert_or_update_rows_of_their_own_at_the_same_time() throws SQLException {
        onTable("merged", "k integer not null primary key, a integer", connection -> {
            ExecutorService threads = Executors.newFixedThreadPool(2);
            try {
                CompletableFuture.allOf(IntStream.of(0, ROWS)
                                .mapToObj(first ->
                                        CompletableFuture.runAsync(Failable.asRunnable(() -> merge(first)), threads))
                                .toArray(CompletableFuture[]::new))
                        .join();
            } finally {
                threads.shutdown();
            }
            assertThat(Contract.number(connection, "select count(*) from merged"))
                    .isEqualTo(2 * ROWS);
        });
    }

    private void merge(int first) throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            connection.setAutoCommit(false);
            ParameterizedSql upsert =
                    dialect().upsert("merged", List.of("k"), List.of("k", "a"), List.of("integer", "integer"));
            try (PreparedStatement statement = connection.prepareStatement(upsert.sql())) {
                for (int n = 0; n < 2 * ROWS; n++) { // each row is inserted, then updated
                    for (int i = 0; i < upsert.parameters().size(); i++) {
                        statement.setInt(i + 1, first + n / 2);
                    }
                    statement.executeUpdate();
                    if (n % 1_000 == 999) {
                        connection.commit();
                    }
                }
            }
        });
    }
}
