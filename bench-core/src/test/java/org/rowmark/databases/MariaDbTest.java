package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MariaDbTest extends DatabaseContract {
    MariaDbTest() {
        super("mariadb", new Tried("innodb_flush_log_at_trx_commit", "2", "no (innodb_flush_log_at_trx_commit=2)"));
    }

    /** Dirty pages of the whole server: a few are always left to what it does on its own. */
    @Test
    void leaves_no_page_of_the_table_in_memory_only() throws SQLException {
        onTable("flushed", dialect().identityColumn("id") + ", t " + dialect().fixedTextType(8_000), connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("flushed", List.of("t")))) {
                for (int i = 0; i < 200; i++) {
                    insert.setString(1, "x".repeat(8_000));
                    insert.executeUpdate();
                }
            }
            long before = dirty(connection);
            for (String sql : dialect().checkpoint("flushed")) {
                Contract.execute(connection, sql);
            }
            assertThat(before).isGreaterThan(60);
            assertThat(dirty(connection)).isLessThan(before - 60);
        });
    }

    private static long dirty(Connection connection) throws SQLException {
        return Contract.number(
                connection,
                "select variable_value from information_schema.global_status"
                        + " where variable_name = 'Innodb_buffer_pool_pages_dirty'");
    }
}
