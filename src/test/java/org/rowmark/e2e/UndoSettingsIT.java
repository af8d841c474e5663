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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Settings of somebody else's server, of a run that is killed while they are changed. The tests mostly wait for Rowmark's
 * limits, and each has its own server and cache: they run at the same time.
 */
@Execution(ExecutionMode.CONCURRENT)
class UndoSettingsIT {
    private static final String PASSWORD = "canary-in-settings";

    @TempDir
    Path temp;

    private Path directory;
    private PasswordServer server;
    private String query;

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mariadb | innodb_io_capacity | 321 | select @@global.innodb_io_capacity | is 200 again
            """)
    void of_another_product_are_put_back_too(String database, String setting, String changed, String sql, String isBack)
            throws Exception {
        are_put_back_by_hand_or_by_a_later_start_on_that_server(database, setting, changed, sql, isBack);
    }

    /** PostgreSQL's value is that of its own configuration, which the run had overridden. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            postgresql | work_mem           | 5MB | show work_mem                      | is at its default again
            """)
    void are_put_back_by_hand_or_by_a_later_start_on_that_server(
            String database, String setting, String changed, String sql, String isBack) throws Exception {
        query = sql;
        try (PasswordServer theirs = start(database, setting, changed)) {
            server = theirs;
            String earlier = value();

            killWhileChanged("first", changed);
            assertThat(cli().run("check", "--target", "h2-mem").err())
                    .contains("changed settings of jdbc:", "./rowmark undo-settings");
            assertThat(value()).isEqualTo(changed);
            Cli.Result restored = cli().run("undo-settings", "first");

            assertThat(restored.exitCode()).as(restored.err()).isZero();
            assertThat(restored.out()).contains(setting, isBack);
            assertThat(value()).isEqualTo(earlier);
            assertThat(cli().run("undo-settings", "first").out()).contains("nothing to put back");

            killWhileChanged("second", changed);
            Cli.Result check = cli().run("check", "--targets-file", "targets.yaml", "--target", "theirs", "--yes");

            assertThat(check.exitCode()).as(check.out()).isZero();
            assertThat(check.err()).contains(isBack);
            assertThat(value()).isEqualTo(earlier);
            assertThat(temp.resolve("cache/changed-settings")).isEmptyDirectory();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mariadb    | innodb_io_capacity | 321 | select @@global.innodb_io_capacity
            postgresql | work_mem           | 5MB | show work_mem
            """)
    @EnabledOnOs(OS.LINUX)
    void of_a_server_that_does_not_answer_are_left_to_undo_settings(
            String database, String setting, String changed, String sql) throws Exception {
        query = sql;
        try (PasswordServer theirs = start(database, setting, changed)) {
            server = theirs;
            String earlier = value();
            Process run = startAndChange(cli().interruptible(), "out", changed, "600", "--rounds", "1");
            String command = "./rowmark undo-settings " + directory.resolve("out");

            theirs.signal("STOP");
            run.destroy(); // SIGTERM, which is what Ctrl-C is
            Cli.Result interrupted = cli().finish(run);
            awaitNoProcess();
            Cli.Result hung = cli().run("undo-settings", "out");
            theirs.signal("CONT");

            assertThat(interrupted.err().lines().filter(line -> line.startsWith("rowmark: target 'theirs' (jdbc:")))
                    .singleElement()
                    .asString()
                    .contains("could not be put back (" + setting + "): ")
                    .endsWith("; put it back when the server answers: " + command);
            assertThat(hung.exitCode()).isEqualTo(1);
            assertThat(hung.err().lines().filter(line -> line.startsWith("error: target 'theirs': ")))
                    .singleElement()
                    .asString()
                    .contains("could not be put back: ", "; repeat " + command + " when the server answers");
            assertThat(value()).isEqualTo(changed);
            Cli.Result restored = cli().run("undo-settings", "out");
            assertThat(restored.exitCode()).as(restored.toString()).isZero();
            assertThat(value()).isEqualTo(earlier);
        }
    }

    /** The server does what it was sent when it goes on, long after the end of the run. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mariadb    | innodb_io_capacity | 321 | set @@global     | select @@global.innodb_io_capacity
            postgresql | work_mem           | 5MB | alter system set | select max(setting) from pg_file_settings where name = 'work_mem'
            """)
    @EnabledOnOs(OS.LINUX)
    void of_a_server_that_is_stopped_while_they_are_changed_are_left_to_undo_settings(
            String database, String setting, String changed, String change, String sql) throws Exception {
        query = sql;
        try (PasswordServer theirs = start(database, setting, changed);
                TrappedPort port = new TrappedPort(theirs.port(), change, () -> theirs.signal("STOP"))) {
            server = theirs;
            String earlier = value();
            Process run = startBehind(port, cli().interruptible());
            String command = "./rowmark undo-settings " + directory.resolve("out");

            long begun = System.nanoTime();
            run.destroy(); // SIGTERM, which is what Ctrl-C is
            Cli.Result interrupted = cli().finish(run);
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(60));
            awaitNoProcess();
            theirs.signal("CONT");
            while (!changed.equals(value())) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            Cli.Result restored = cli().run("undo-settings", "out");

            assertThat(interrupted.out()).contains("nothing was measured");
            assertThat(interrupted.err().lines().filter(line -> line.startsWith("rowmark: ")))
                    .singleElement()
                    .asString()
                    .startsWith("rowmark: target 'theirs' (jdbc:")
                    .endsWith("could not be put back (" + setting + "): the server did not answer within 20 s; put it"
                            + " back when the server answers: " + command);
            assertThat(restored.exitCode()).as(restored.toString()).isZero();
            assertThat(value()).isEqualTo(earlier);
            assertThat(temp.resolve("cache/changed-settings")).isEmptyDirectory();
        }
    }

    /** The server has changed it, and its answer is lost. */
    @Test
    void of_a_connection_that_is_cut_while_they_are_changed_are_put_back() throws Exception {
        query = "select @@global.innodb_io_capacity";
        try (PasswordServer theirs = start("mariadb", "innodb_io_capacity", "321");
                TrappedPort port = new TrappedPort(theirs.port(), "set @@global", () -> {
                    change("set global innodb_io_capacity = 321");
                    throw new IOException("cut");
                })) {
            server = theirs;
            String earlier = value();
            Cli.Result result = cli().finish(startBehind(port, cli()));

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
            assertThat(result.err()).contains("target 'theirs': setting innodb_io_capacity=321: ");
            assertThat(value()).isEqualTo(earlier);
            assertThat(directory.resolve("out")).doesNotExist();
            assertThat(temp.resolve("cache/changed-settings")).isEmptyDirectory();
        }
    }

    @Tag("slow")
    @Test
    @EnabledOnOs(OS.LINUX)
    void of_a_server_that_answers_again_in_the_next_round_are_what_they_were_before_the_run() throws Exception {
        query = "show work_mem";
        try (PasswordServer theirs = start("postgresql", "work_mem", "5MB")) {
            server = theirs;
            String earlier = value();
            Process run = startAndChange(cli(), "out", "5MB", "5", "--rounds", "2", "--timeout", "12s");
            theirs.signal("STOP");
            while (!Files.readString(temp.resolve("work.err")).contains("could not be put back (work_mem)")) {
                assertThat(run.isAlive()).isTrue();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            theirs.signal("CONT");
            Cli.Result result = cli().finish(run);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
            assertThat(value()).isEqualTo(earlier);
            assertThat(cli().run("undo-settings", "out", "--targets-file", "targets.yaml")
                            .out())
                    .contains("nothing to put back");
        }
    }

    @Test
    void of_a_directory_that_is_none_of_a_stopped_run_are_not_looked_for() throws Exception {
        directory = Files.createDirectory(temp.resolve("work"));

        assertThat(cli().run("undo-settings", "nowhere").error())
                .isEqualTo("error: nowhere is not the directory of a run that was stopped: it holds no resume.json that"
                        + " can be read; a complete run has none; give --targets-file FILE to put the settings"
                        + " back nevertheless");
    }

    /** Starts a server and writes a targets file that changes a setting of it. */
    private PasswordServer start(String database, String setting, String changed) throws Exception {
        directory = Files.createDirectory(temp.resolve("work"));
        temp.toFile().setExecutable(true, false);
        PasswordServer started = PasswordServer.start(database, temp, PASSWORD);
        Files.writeString(
                started.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}"),
                "    settings: {" + setting + ": " + changed + "}\n"
                        + "  another: { database: generic, url: 'jdbc:x://y', password: '${env:NOT_SET}' }\n",
                StandardOpenOption.APPEND);
        return started;
    }

    /** Starts a run and waits for its first sample. */
    private Process startAndChange(Cli cli, String out, String changed, String iterations, String... more)
            throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "ping", "--targets-file", "targets.yaml"));
        words.addAll(List.of("--target", "theirs", "--yes", "--out", out));
        words.addAll(List.of("--warmups", "0", "--iterations", iterations, "--time", "1s"));
        words.addAll(List.of(more));
        Process process = cli.start(words.toArray(String[]::new));
        Path samples = directory.resolve(out).resolve("samples.jsonl");
        while (!Files.exists(samples) || Files.size(samples) == 0) {
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(value()).isEqualTo(changed);
        return process;
    }

    /** Starts a run on the server behind a trap, and waits until that has sprung. */
    private Process startBehind(TrappedPort port, Cli cli) throws Exception {
        Path targets = directory.resolve("targets.yaml");
        Files.writeString(
                targets, Files.readString(targets).replace(":" + server.port() + "/", ":" + port.port() + "/"));
        Process run = cli.start(
                "run", "ping", "--targets-file", "targets.yaml", "--target", "theirs", "--yes", "--out", "out");
        while (!port.isSprung()) {
            assertThat(run.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return run;
    }

    private void killWhileChanged(String out, String changed) throws Exception {
        startAndChange(cli(), out, changed, "600", "--rounds", "1")
                .destroyForcibly()
                .waitFor();
        awaitNoProcess();
        assertNoPassword();
    }

    /** Waits for the end of what the run has started, such as its fork. */
    private void awaitNoProcess() throws InterruptedException {
        while (ProcessHandle.allProcesses()
                .anyMatch(other -> other.info().commandLine().orElse("").contains(temp.resolve("cache") + "/"))) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private void assertNoPassword() throws IOException {
        try (Stream<Path> files = Files.walk(temp.resolve("cache"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(file).content().doesNotContain(PASSWORD);
            }
        }
    }

    private Cli cli() {
        return Cli.in(directory).andCache(temp.resolve("cache")).with(Map.of("THEIR_PASSWORD", PASSWORD));
    }

    private void change(String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
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
