package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;

class MariaDbTest extends DatabaseContract {
    MariaDbTest() {
        super("mariadb", new Tried("innodb_flush_log_at_trx_commit", "2", "no (innodb_flush_log_at_trx_commit=2)"));
    }

    /** 200 rows are 100 pages. The count of dirty pages does not show it: those that were written leave its list later. */
    @Test
    void writes_the_pages_of_the_table_at_a_checkpoint() throws SQLException {
        onTable("flushed", dialect().identityColumn("id") + ", t " + dialect().fixedTextType(8_000), connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("flushed", List.of("t")))) {
                for (int i = 0; i < 200; i++) {
                    insert.setString(1, "x".repeat(8_000));
                    insert.executeUpdate();
                }
            }
            long before = flushed(connection);
            for (String sql : dialect().checkpoint("flushed")) {
                Contract.execute(connection, sql);
            }
            long after = flushed(connection);

            assertThat(after - before).isGreaterThan(90);
            for (String sql : dialect().checkpoint("flushed")) {
                Contract.execute(connection, sql);
            }
            assertThat(flushed(connection) - after).isLessThan(20);
        });
    }

    /** Pages that were written since the server started. */
    private static long flushed(Connection connection) throws SQLException {
        return Contract.number(
                connection,
                "select variable_value from information_schema.global_status"
                        + " where variable_name = 'Innodb_buffer_pool_pages_flushed'");
    }
}
