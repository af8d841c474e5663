package org.rowmark.databases.derby;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.Contract;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.sql.ParameterizedSql;

/** Derby's merge, of which one compiled statement cannot be executed by two connections at the same time. */
class DerbyMergeTest {
    private static final int ROWS = 5_000;

    @TempDir
    Path temp;

    @Test
    void threads_insert_and_update_rows_of_their_own_at_the_same_time() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (PrivateServer derby = PrivateServer.start("derby", Map.of(), temp)) {
            derby.execute("create table merged (k integer not null primary key, a integer)");
            CompletableFuture.allOf(IntStream.of(0, ROWS)
                            .mapToObj(first ->
                                    CompletableFuture.runAsync(Failable.asRunnable(() -> merge(derby, first)), threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
            derby.on(
                    ConnectionMode.PLAIN,
                    connection -> assertThat(Contract.number(connection, "select count(*) from merged"))
                            .isEqualTo(2 * ROWS));
            derby.database().driver().release(derby.endpoint());
        } finally {
            threads.shutdown();
        }
    }

    private static void merge(PrivateServer derby, int first) throws SQLException {
        derby.on(ConnectionMode.PLAIN, connection -> {
            connection.setAutoCommit(false);
            ParameterizedSql upsert =
                    derby.dialect().upsert("merged", List.of("k"), List.of("k", "a"), List.of("integer", "integer"));
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
