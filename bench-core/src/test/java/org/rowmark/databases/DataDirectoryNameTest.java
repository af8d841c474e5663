package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** Private servers in a directory whose name has blanks and an apostrophe. */
class DataDirectoryNameTest {
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"firebird", "h2-tcp"})
    void a_server_of_the_other_products_starts_there_too(String name, @TempDir Path temp) throws Exception {
        a_server_starts_there(name, temp);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "postgresql"})
    void a_server_starts_there(String name, @TempDir Path temp) throws Exception {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        Path directory = Files.createDirectory(temp.resolve("it's my data"));

        Target target = DatabaseContract.builtIn(name);
        Workspace workspace =
                new Workspace(Files.createDirectory(directory.resolve("data")), directory.resolve("server.log"));

        try (PrivateServer server = new PrivateServer(target, RequiredServers.startNew(target, workspace))) {
            server.execute("create table t (a integer not null primary key)");
        }
    }
}
