package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of somebody else's server, of a run that is killed while they are changed. */
class RestoreSettingsIT {
    private static final String PASSWORD = "canary-in-settings";

    @TempDir
    Path temp;

    private Path directory;
    private PasswordServer server;
    private String query;

    /** PostgreSQL's value is that of its own configuration, which the run had overridden. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mariadb    | innodb_io_capacity | 321 | select @@global.innodb_io_capacity | is 200 again
            postgresql | work_mem           | 5MB | show work_mem                      | is at its default again
            """)
    void are_put_back_by_hand_or_by_a_later_start_on_that_server(
            String database, String setting, String changed, String sql, String isBack) throws Exception {
        query = sql;
        directory = Files.createDirectory(temp.resolve("work"));
        temp.toFile().setExecutable(true, false);
        try (PasswordServer theirs = PasswordServer.start(database, temp, PASSWORD)) {
            server = theirs;
            Files.writeString(
                    theirs.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}"),
                    "    settings: {" + setting + ": " + changed + "}\n",
                    StandardOpenOption.APPEND);
            String earlier = value();

            killWhileChanged("first", changed);
            assertThat(cli().run("list", "studies").err())
                    .contains("changed settings of jdbc:", "./rowmark restore-settings");
            assertThat(value()).isEqualTo(changed);
            Cli.Result restored = cli().run("restore-settings", "first");

            assertThat(restored.exitCode()).as(restored.err()).isZero();
            assertThat(restored.out()).contains(setting, isBack);
            assertThat(value()).isEqualTo(earlier);
            assertThat(cli().run("restore-settings", "first").out()).contains("nothing to put back");

            killWhileChanged("second", changed);
            Cli.Result check = cli().run("check", "--targets", "targets.yaml", "--target", "theirs", "--yes");

            assertThat(check.exitCode()).as(check.out()).isZero();
            assertThat(check.err()).contains(isBack);
            assertThat(value()).isEqualTo(earlier);
            assertThat(temp.resolve("cache/started")).isEmptyDirectory();
        }
    }

    @Test
    void of_a_directory_that_is_none_of_a_stopped_run_are_not_looked_for() throws Exception {
        directory = Files.createDirectory(temp.resolve("work"));

        assertThat(cli().run("restore-settings", "nowhere").error())
                .isEqualTo("error: nowhere is not the directory of a run that was stopped: it holds no resume.json that"
                        + " can be read; a complete run has none");
    }

    private void killWhileChanged(String out, String changed) throws Exception {
        Process process = cli().start(
                        "run",
                        "point-select",
                        "--targets",
                        "targets.yaml",
                        "--target",
                        "theirs",
                        "--rounds",
                        "1",
                        "--warmups",
                        "0",
                        "--iterations",
                        "600",
                        "--time",
                        "1s",
                        "--yes",
                        "--out",
                        out);
        Path samples = directory.resolve(out).resolve("samples.jsonl");
        while (!Files.exists(samples) || Files.size(samples) == 0) {
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(value()).isEqualTo(changed);
        process.destroyForcibly().waitFor();
        // what the register has is complete when the guardian has ended
        while (ProcessHandle.allProcesses()
                .anyMatch(other -> other.info().commandLine().orElse("").contains(temp.resolve("cache") + "/"))) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertNoPassword();
    }

    private void assertNoPassword() throws IOException {
        try (Stream<Path> files = Files.walk(temp.resolve("cache"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(file).content().doesNotContain(PASSWORD);
            }
        }
    }

    private Cli cli() {
        return Cli.in(directory)
                .with(Map.of("ROWMARK_CACHE", temp.resolve("cache").toString(), "THEIR_PASSWORD", PASSWORD));
    }

    private String value() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
