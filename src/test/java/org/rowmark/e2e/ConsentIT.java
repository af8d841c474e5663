package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.Sql;

/** Consent to changes of settings of somebody else's server. No command here has a terminal. */
class ConsentIT {
    private static final String PASSWORD = "canary-in-consent";
    private static final String WORK_MEM = "current_setting('work_mem')";
    private static final String LOADED = "pg_conf_load_time()";

    @TempDir
    private static Path temp;

    private static Path directory;
    private static PasswordServer theirs;

    @BeforeAll
    static void startServer() throws Exception {
        directory = Files.createDirectory(temp.resolve("work"));
        temp.toFile().setExecutable(true, false);
        theirs = PasswordServer.start("postgresql", temp, PASSWORD);
    }

    @AfterAll
    static void stopServer() {
        if (theirs != null) {
            theirs.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run ping --rounds 1", "check"})
    void settings_are_not_changed_without_a_yes_and_without_a_terminal(String command) throws Exception {
        Cli.Result result = unchanged(command, "");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error())
                .startsWith("error: settings of external servers would be changed")
                .contains("target 'theirs': work_mem")
                .endsWith("; allow it with --yes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run ping --rounds 1 --yes", "check --yes"})
    void settings_of_a_production_target_are_not_changed_with_a_yes_either(String command) throws Exception {
        Cli.Result result = unchanged(command, "    production: true\n");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo("error: target 'theirs': production: true allows no changes, and its settings (work_mem)"
                        + " would be changed; leave them out");
    }

    @Test
    void a_check_changes_settings_with_a_yes_and_puts_them_back() throws Exception {
        String value = value(WORK_MEM);
        String loaded = value(LOADED);

        Cli.Result result = execute("check --yes", "");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("theirs: ready");
        assertThat(value(LOADED)).isNotEqualTo(loaded);
        assertThat(value(WORK_MEM)).isEqualTo(value);
    }

    /** The second target finds the setting of the first one. */
    @Tag("slow")
    @Test
    void a_run_of_targets_that_take_turns_on_one_server_puts_back_what_was_there_before_both() throws Exception {
        String value = value(WORK_MEM);

        Cli.Result result = execute(
                "aa ping --yes --order turns --rounds 1 --slice 20ms --warmups 0 --iterations 2 --time 60ms --out turns",
                "");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(value(WORK_MEM)).isEqualTo(value);
    }

    @Test
    void a_check_is_refused_while_a_run_may_have_changed_settings() throws Exception {
        Path locks = Files.createDirectories(directory.resolveSibling(directory.getFileName() + ".tmp"));
        try (FileChannel lock =
                FileChannel.open(locks.resolve("rowmark.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock(); // as a run does

            Cli.Result result = unchanged("check --yes", "");

            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.error()).startsWith("error: another run is measuring on this machine");
        }
    }

    /** Executes a command that leaves the server as it is, at all times: each change is a load of the configuration. */
    private static Cli.Result unchanged(String command, String more) throws Exception {
        String value = value(WORK_MEM);
        String loaded = value(LOADED);

        Cli.Result result = execute(command, more);

        assertThat(value(WORK_MEM)).isEqualTo(value);
        assertThat(value(LOADED)).isEqualTo(loaded);
        assertThat(directory.resolve("rowmark-results")).doesNotExist();
        return result;
    }

    /** @param more lines of the target */
    private static Cli.Result execute(String command, String more) throws IOException, InterruptedException {
        Files.writeString(
                theirs.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}"),
                "    settings: {work_mem: 5MB}\n" + more,
                StandardOpenOption.APPEND);
        return Cli.in(directory)
                .with(Map.of("THEIR_PASSWORD", PASSWORD))
                .run((command + " --targets-file targets.yaml --target theirs").split(" ", -1));
    }

    private static String value(String expression) throws SQLException {
        try (Connection connection = theirs.connect()) {
            return Sql.rows(connection, "select " + expression, row -> row.getString(1))
                    .get(0);
        }
    }
}
