package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** An installation in a directory of its own, as Firebird's makers pack it. */
class FirebirdHomeTest {
    private static final Target INSTALLED = DatabaseContract.builtIn("firebird");

    @TempDir
    Path directory;

    @Test
    void a_server_is_started_from_the_home_that_the_target_names() throws Exception {
        RequiredServers.start(INSTALLED, workspace("installed")).close();
        Path home = FirebirdHome.linked(directory, INSTALLED);

        Workspace workspace = workspace("at-home");
        try (Server server = new Firebird().launcher().start(INSTALLED.withSource(home.toString()), workspace)) {
            String pong = Drivers.query(
                    server.endpoint(),
                    connection -> ServerInfoQueries.value(
                            connection, new Firebird().dialect().ping()));
            assertThat(pong).isEqualTo("1");
        }
        assertThat(Files.readSymbolicLink(workspace.data().resolve("plugins"))).isEqualTo(home.resolve("plugins"));
    }

    private Workspace workspace(String name) throws IOException {
        return new Workspace(Files.createDirectories(directory.resolve(name)), directory.resolve(name + ".log"));
    }
}
