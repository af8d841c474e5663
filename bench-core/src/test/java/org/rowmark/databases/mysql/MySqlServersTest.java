package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** How private servers of MySQL and MariaDB are found and started. */
class MySqlServersTest {
    private static final Target MARIADB = Target.builtIn("ours", "mariadb", ServerKind.LOCAL);
    private static final Target MYSQL = Target.builtIn("ours", "mysql", ServerKind.LOCAL);

    @TempDir
    Path temp;

    private final Set<Long> before = children();

    @AfterEach
    void nothing_runs_on() {
        assertThat(children()).isEqualTo(before);
    }

    private static Set<Feature> featuresOf(String target, Database database) {
        Set<Feature> features = EnumSet.copyOf(database.features());
        if (target.equals("mariadb")) {
            features.remove(Feature.SERVER_CURSOR); // MySQL's driver has it, MariaDB's has not
        }
        return features;
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mariadb-connector-j", "mysql-5.7"})
    void a_server_behind_a_socket_has_no_port(String name) throws Exception {
        Target target = DatabaseContract.builtIn(name).withTransport(Transport.SOCKET);
        Database database = Databases.named(target.database());
        Workspace workspace = workspace();
        Path socket = workspace.data().resolve("socket");
        try (Server server = RequiredServers.start(target, workspace)) {
            assertThat(server.endpoint().properties()).containsValue(socket.toString());
            String noTcp = Drivers.query(
                    server.endpoint(), connection -> ServerInfoQueries.value(connection, "select @@skip_networking"));
            assertThat(noTcp).isEqualTo("1");
            Set<Feature> features = Drivers.query(server.endpoint(), database::features);
            assertThat(features).isEqualTo(featuresOf(name, database));
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void a_path_that_is_too_long_for_a_socket_is_refused_before_files_are_made() throws IOException {
        Workspace workspace = new Workspace(Files.createDirectory(temp.resolve("d".repeat(120))), temp.resolve("log"));

        assertThatThrownBy(() -> new MariaDb().launcher().start(MARIADB.withTransport(Transport.SOCKET), workspace))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'ours': placement: socket needs a path of at most ");
        assertThat(workspace.data()).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"datadir", "socket", "pid-file", "pid_file", "innodb_log_group_home_dir"})
    void a_setting_that_would_lead_out_of_the_workspace_is_refused(String setting) {
        assertThatThrownBy(() -> new MySql()
                        .launcher()
                        .start(MYSQL.withSettings(Map.of(setting, "/var/lib/mysql")), workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'ours': setting " + setting + " is chosen by Rowmark");
    }

    @Test
    void an_installation_is_a_directory_with_its_programs_somewhere_in_it() throws Exception {
        Path home = Files.createDirectories(temp.resolve("home"));
        link(home.resolve("libexec/mariadbd"), "mariadbd");
        link(home.resolve("scripts/mariadb-install-db"), "mariadb-install-db");

        try (Server server = new MariaDb().launcher().start(MARIADB.withSource(home.toString()), workspace())) {
            assertThat(Drivers.query(server.endpoint(), new MariaDb().monitor()::info)
                            .version())
                    .contains("MariaDB");
        }
        assertThat(Files.readString(temp.resolve("log")))
                .contains(home.resolve("libexec/mariadbd").toString());
    }

    @Tag("slow")
    @Test
    void an_unpacked_archive_of_mysql_is_an_installation() throws Exception {
        Target artifact = DatabaseContract.builtIn("mysql-5.7");
        assumeThat(new MySql().launcher().missing(artifact)).isEmpty();
        Path home = MySqlInstallation.distribution(artifact, MySql.PRODUCT).home(artifact);

        try (Server server = new MySql().launcher().start(MYSQL.withSource(home.toString()), workspace())) {
            assertThat(Drivers.query(server.endpoint(), new MySql().monitor()::info)
                            .version())
                    .startsWith("5.7.22 ");
        }
    }

    @ParameterizedTest
    @CsvSource({"mariadb, mariadbd or mysqld", "mysql, mysqld"})
    void a_directory_without_the_programs_is_no_installation(String database, String programs) {
        Target target = Target.builtIn("ours", database, ServerKind.LOCAL).withSource(temp.toString());

        assertThatThrownBy(() -> Databases.named(database).launcher().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "target 'ours': home: " + temp + " holds no " + programs + " in bin, sbin, libexec, scripts");
        assertThat(Databases.named(database).launcher().missing(target)).contains(programs + " in " + temp);
    }

    @Test
    void a_server_of_the_other_product_is_refused() throws Exception {
        Path home = Files.createDirectories(temp.resolve("home"));
        link(home.resolve("bin/mysqld"), "mariadbd");
        Target target = MYSQL.withSource(home.toString());

        assertThat(new MySql().launcher().missing(target))
                .contains("mysqld in " + home + "; " + home.resolve("bin/mysqld") + " is not MySQL");
        assertThatThrownBy(() -> new MySql().launcher().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("target 'ours': .+/bin/mysqld is not MySQL but a server of version \\S*MariaDB\\S*;"
                        + " name another installation with home:");
    }

    @Test
    void a_program_that_does_not_run_is_named() throws IOException {
        Path home = Files.createDirectories(temp.resolve("home"));
        script(home.resolve("bin/mysqld"), "echo error while loading shared libraries: libaio.so.1; exit 127");

        assertThatThrownBy(() -> new MySql().launcher().start(MYSQL.withSource(home.toString()), workspace()))
                .hasMessage("target 'ours': mysqld ended with exit code 127:"
                        + " error while loading shared libraries: libaio.so.1");
    }

    /** A server that starts removes such files of its temporary directory, whoever made them. */
    @Test
    void what_other_servers_keep_in_the_temporary_directory_is_left_alone() throws Exception {
        assumeThat(new MariaDb().launcher().missing(MARIADB)).isEmpty();
        Path theirs = Files.createTempFile("#sql-temptable-theirs", ".MAD");
        try {
            new MariaDb().launcher().start(MARIADB, workspace()).close();

            assertThat(theirs).exists();
        } finally {
            Files.deleteIfExists(theirs);
        }
    }

    /** MySQL resizes after the statement has returned, and takes no other size meanwhile. */
    @Tag("slow")
    @Test
    void a_buffer_pool_that_grows_behind_the_statement_is_waited_for_and_put_back() throws Exception {
        try (Server server = RequiredServers.start(DatabaseContract.builtIn("mysql-8.0"), workspace())) {
            Target theirs = Target.external(
                            "theirs",
                            "mysql",
                            server.endpoint().url() + "?sslMode=DISABLED&allowPublicKeyRetrieval=true")
                    .withUser("root", server.endpoint().password().orElseThrow());

            try (Server set = new MySql()
                    .launcher()
                    .start(theirs.withSettings(Map.of("innodb_buffer_pool_size", "1G")), workspace())) {
                assertThat(poolPages(set)).isBetween(65_000L, 65_536L);
            }
            assertThat(poolPages(server)).isBetween(8_000L, 8_192L);
            assertThatThrownBy(() -> new MySql()
                            .launcher()
                            .start(theirs.withSettings(Map.of("innodb_buffer_pool_size", "200M")), workspace()))
                    .hasMessageContaining("the server makes it 268435456; use a value that it takes as it is");
            assertThat(poolPages(server)).isBetween(8_000L, 8_192L);
        }
    }

    private static long poolPages(Server server) throws SQLException {
        return Drivers.query(
                server.endpoint(),
                connection -> Contract.number(
                        connection,
                        "select variable_value from performance_schema.global_status"
                                + " where variable_name = 'Innodb_buffer_pool_pages_total'"));
    }

    private static void link(Path link, String program) throws IOException {
        assumeThat(InstalledPrograms.find(program)).as(program).isPresent();
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, InstalledPrograms.find(program).orElseThrow());
    }

    private static void script(Path file, String line) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, List.of("#!/bin/sh", line));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private Workspace workspace() throws IOException {
        return new Workspace(Files.createDirectories(temp.resolve("w")), temp.resolve("log"));
    }
}
