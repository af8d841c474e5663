package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets that cannot be used, where the server or the environment decides; TargetErrorsTest has the others. */
class TargetErrorsIT {
    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Test
    void reports_that_a_run_measures_which_may_have_changed_settings() throws Exception {
        Path locks = Files.createDirectories(temp.resolve("work.tmp"));
        Files.writeString(
                directory.resolve("targets.yaml"),
                "targets: { x: { database: postgresql, url: 'jdbc:postgresql://127.0.0.1:1/x', settings: { work_mem: 5MB } } }");
        try (FileChannel lock =
                FileChannel.open(locks.resolve("rowmark.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock(); // as a run does

            assertRefused(
                    Cli.in(directory).run("check", "--yes", "--targets-file", "targets.yaml", "--target", "x"),
                    "another run is measuring on this machine");
        }
    }

    /** TargetErrorsTest has other refusals of drivers. */
    @Tag("slow")
    @Test
    void reports_that_the_server_speaks_no_TLS() throws Exception {
        try (PasswordServer server = PasswordServer.start(temp, "secret")) {
            String url = server.url().replaceFirst("disable$", "trust");
            assertRefused(
                    "x: { database: mariadb, url: '" + url + "', user: bench, password: '${env:RIGHT}' }",
                    "target 'x' cannot be used: ",
                    "ssl");
        }
    }

    /** PostgresqlServerTest has it on PostgreSQL. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"mariadb, port", "firebird, RemoteServicePort"})
    void reports_that_a_port_is_taken(String database, String setting) throws Exception {
        RequiredServers.assume(database);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    "x: { database: " + database + ", server: local, settings: { " + setting + ": "
                            + taken.getLocalPort() + " } }",
                    "target 'x': port " + taken.getLocalPort() + " (setting " + setting + ") is taken");
        }
    }

    @Test
    void shows_where_a_driver_can_be_put_that_cannot_be_downloaded() throws Exception {
        Path cache = temp.resolve("cache");
        Cli offline = Cli.in(directory)
                .andCache(cache)
                .andHome(temp.resolve("home"), "<settings><offline>true</offline></settings>");

        assertThat(offline.run("list", "targets").out())
                .containsPattern(
                        "duckdb +duckdb +embedded +needs a download of org.duckdb:duckdb_jdbc:[0-9.]+ \\(once\\)");
        assertRefused(
                offline.runTiny("connect", "--target", "duckdb", "--out", "out"),
                "target 'duckdb': driver: org.duckdb:duckdb_jdbc:",
                "is not here, and Maven's settings.xml sets offline",
                "put the file at " + cache.resolve("artifacts/org/duckdb/duckdb_jdbc"));
    }

    @Test
    void reports_that_there_is_no_docker() throws Exception {
        assumeThat(Path.of("/var/run/docker.sock")).as("no Docker here").doesNotExist();
        assertRefused(
                "x: { database: postgresql, image: 'postgres:18' }", "target 'x': server: container needs Docker");
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "firebird", "mysql-8.0"})
    void reports_that_the_disk_of_another_server_is_full(String target) throws Exception {
        reports_that_the_disk_is_full(target);
    }

    @ParameterizedTest
    @ValueSource(strings = "postgresql")
    void reports_that_the_disk_is_full(String target) throws Exception {
        RequiredServers.assume(target);
        Path small = Files.createDirectory(temp.resolve("small"));
        assumeThat(mount(small)).as("may mount a small file system").isTrue();
        try {
            assertRefused(
                    Cli.in(directory)
                            .runTiny("connect", "--target", target, "--data-dir", small.toString(), "--out", "out"),
                    "target '" + target + "': ",
                    "MB left");
        } finally {
            new ProcessBuilder("umount", small.toString()).start().waitFor();
        }
    }

    private void assertRefused(String target, String... messages) throws Exception {
        Files.writeString(directory.resolve("targets.yaml"), "targets:\n  " + target + "\n");

        Cli.Result result = Cli.in(directory)
                .with(Map.of("RIGHT", "secret", "DOCKER_HOST", "unix:///none.sock"))
                .runTiny("connect", "--targets-file", "targets.yaml", "--target", "x", "--out", "out");

        assertRefused(result, messages);
    }

    private void assertRefused(Cli.Result result, String... messages) throws IOException {
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: ").contains(messages);
        assertThat(directory.resolve("out")).doesNotExist();
        try (Stream<Path> left = Files.list(temp.resolve("work.tmp"))) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("rowmark-"))
                            .filter(Files::isDirectory))
                    .as("data directories")
                    .isEmpty();
        }
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(process -> process.info()
                                .commandLine()
                                .orElse("")
                                .contains(temp.resolve("work.tmp").toString())))
                .as("processes")
                .isEmpty();
    }

    private static boolean mount(Path directory) throws IOException, InterruptedException {
        return new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", directory.toString())
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
    }
}
