package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.e2e.PasswordServer;
import org.rowmark.util.Sql;

/** Consent to changes of settings of somebody else's server. No command here has a terminal. */
class ConsentTest {
    private static final String PASSWORD = "canary-in-consent";
    private static final String WORK_MEM = "current_setting('work_mem')";
    private static final String LOADED = "pg_conf_load_time()";

    @TempDir
    private static Path temp;

    private static PasswordServer theirs;

    @BeforeAll
    static void startServer() throws Exception {
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
    @ValueSource(strings = {"run ping --rounds 1 --out OUT", "check"})
    void settings_are_not_changed_without_a_yes_and_without_a_terminal(String command) throws Exception {
        Commands.Result result = unchanged(command, "");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error())
                .startsWith("error: settings of external servers would be changed")
                .contains("target 'theirs': work_mem")
                .endsWith("; allow it with --yes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run ping --rounds 1 --yes --out OUT", "check --yes"})
    void settings_of_a_production_target_are_not_changed_with_a_yes_either(String command) throws Exception {
        Commands.Result result = unchanged(command, "    production: true\n");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo("error: target 'theirs': production: true allows no changes, and its settings (work_mem)"
                        + " would be changed; leave them out");
    }

    @Test
    void a_check_changes_settings_with_a_yes_and_puts_them_back() throws Exception {
        String value = value(WORK_MEM);
        String loaded = value(LOADED);

        Commands.Result result = execute("check --yes", "");

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

        Commands.Result result = execute(
                "aa ping --yes --order turns --rounds 1 --slice 20ms --warmups 0 --iterations 2 --time 60ms --out OUT",
                "");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(value(WORK_MEM)).isEqualTo(value);
    }

    /** Executes a command that leaves the server as it is, at all times: each change is a load of the configuration. */
    private static Commands.Result unchanged(String command, String more) throws Exception {
        String value = value(WORK_MEM);
        String loaded = value(LOADED);

        Commands.Result result = execute(command, more);

        assertThat(value(WORK_MEM)).isEqualTo(value);
        assertThat(value(LOADED)).isEqualTo(loaded);
        assertThat(temp.resolve("out")).doesNotExist();
        return result;
    }

    /** @param more lines of the target */
    private static Commands.Result execute(String command, String more) throws IOException {
        Path password = Files.writeString(temp.resolve("password"), PASSWORD);
        Path targets = theirs.targetsFile(temp.resolve("targets.yaml"), "${file:" + password + "}");
        Files.writeString(targets, "    settings: {work_mem: 5MB}\n" + more, StandardOpenOption.APPEND);
        String words = command.replace("OUT", temp.resolve("out").toString());
        return Commands.run(words + " --targets-file " + targets + " --target theirs");
    }

    private static String value(String expression) throws SQLException {
        try (Connection connection = theirs.connect()) {
            return Sql.rows(connection, "select " + expression, row -> row.getString(1))
                    .get(0);
        }
    }
}
