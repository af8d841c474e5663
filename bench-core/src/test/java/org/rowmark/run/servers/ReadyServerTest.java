package org.rowmark.run.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.TargetsFile;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;

class ReadyServerTest {
    @TempDir
    Path temp;

    @Test
    void connections_have_the_properties_of_their_target() throws Exception {
        try (Server server = ReadyServer.start(
                Databases.named("h2"),
                target("h2", "{ LOCK_TIMEOUT: 4321 }"),
                new Workspace(temp.resolve("data"), temp.resolve("log"), List.of()),
                CheckedTarget.NOTHING)) {
            long timeout =
                    Drivers.query(server.endpoint(), connection -> Sql.number(connection, "call lock_timeout()"));
            assertThat(timeout).isEqualTo(4321);
        }
    }

    @Test
    void a_property_is_a_requested_setting_unless_it_may_be_a_secret() throws IOException {
        Target target = target("hsqldb", "{ get_column_name: true, storePassword: '${env:STORE}' }");

        assertThat(CheckedTarget.check(target).facts().settings())
                .containsEntry("get_column_name", "true")
                .doesNotContainKey("storePassword");
    }

    private Target target(String database, String properties) throws IOException {
        Path file = Files.writeString(
                temp.resolve("targets.yaml"),
                "targets: { x: { database: " + database + ", properties: " + properties + " } }");
        return new TargetsFile(file, name -> "canary-secret", warning -> {})
                .read()
                .get("x")
                .get();
    }
}
