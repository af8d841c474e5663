package org.rowmark.databases.derby;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** Derby's home: that of the first database which its engine opens, for as long as the JVM runs. */
class DerbyHomeTest {
    @TempDir
    Path temp;

    @Test
    void a_second_database_is_opened_in_a_directory_whose_name_begins_with_the_first_ones() throws Exception {
        open("derby");
        open("derby-again");
        assertThat(temp.resolve("derby-again/rowmark/service.properties")).exists();
    }

    private void open(String name) throws IOException, SQLException {
        Target derby = DatabaseContract.builtIn("derby");
        Workspace workspace = new Workspace(Files.createDirectory(temp.resolve(name)), temp.resolve(name + ".log"));
        try (Server server = RequiredServers.start(derby, workspace)) {
            for (int times = 0; times < 2; times++) {
                boolean valid = Drivers.query(server.endpoint(), connection -> connection.isValid(1));
                Databases.named(derby.database()).driver().release(server.endpoint());

                assertThat(valid).isTrue();
            }
        }
    }
}
