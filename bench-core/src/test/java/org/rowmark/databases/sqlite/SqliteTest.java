package org.rowmark.databases.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.DatabaseContract;

class SqliteTest extends DatabaseContract {
    SqliteTest() {
        super("sqlite", new Tried("synchronous", "0", "no (synchronous=OFF, journal_mode=delete)"));
    }

    @Test
    void a_database_in_memory_does_not_wait_for_the_disk() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            assertThat(new Sqlite().monitor().info(connection).durability())
                    .isEqualTo("commit waits for the disk: no (in memory)");
        }
    }
}
