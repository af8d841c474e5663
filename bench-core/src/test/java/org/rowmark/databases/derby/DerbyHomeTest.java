package org.rowmark.databases.derby;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.Drivers;

/** Derby's home: that of the first database which its engine opens, for as long as the JVM runs. */
class DerbyHomeTest {
    @Test
    void a_second_database_is_opened_in_a_directory_whose_name_begins_with_the_first_ones(@TempDir Path temp)
            throws Exception {
        open(temp.resolve("derby"));
        Path second = temp.resolve("derby-again");
        open(second);
        assertThat(second.resolve("data/rowmark/service.properties")).exists();
    }

    private static void open(Path directory) throws IOException, SQLException {
        try (PrivateServer derby = PrivateServer.start("derby", Map.of(), Files.createDirectory(directory))) {
            for (int times = 0; times < 2; times++) {
                boolean valid = Drivers.query(derby.endpoint(), connection -> connection.isValid(1));
                derby.database().driver().release(derby.endpoint());

                assertThat(valid).isTrue();
            }
        }
    }
}
