package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.e2e.Canary;
import org.rowmark.util.Sql;

/** Targets that cannot be used: one line with the reason, nothing left running and nothing left behind. */
class TargetErrorsTest {
    @TempDir
    Path temp;

    private Path targets;
    private Path out;
    private Path data;

    @BeforeEach
    void name() throws IOException {
        targets = temp.resolve("targets.yaml");
        out = temp.resolve("out");
        data = Files.createDirectory(temp.resolve("data"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            database: postgresql, url: 'jdbc:postgre://h/db'          | no JDBC driver accepts the URL jdbc:postgre://h/db
            database: h2, server: embedded, driver: TEMP/targets.yaml | targets.yaml
            database: postgresql, url: 'jdbc:postgresql://127.0.0.1:1/none', user: me | target 'x' cannot be used:
            database: postgresql, url: 'jdbc:postgresql://127.0.0.1:1/none', user: me | 127.0.0.1:1
            database: postgresql, url: 'jdbc:postgresql://no-such-host.invalid/db', user: me | no-such-host.invalid
            database: postgresql, url: 'jdbc:postgresql://127.0.0.1/db', driver: TEMP/none.jar | none.jar is not a file
            database: mariadb, home: TEMP/data                        | TEMP/data
            database: postgresql, home: TEMP/data                     | TEMP/data
            database: firebird, home: TEMP/data                       | TEMP/data
            """)
    void are_named_with_the_reason(String target, String message) throws IOException {
        assertRefused(target.replace("TEMP", temp.toString()), message.replace("TEMP", temp.toString()));
    }

    @Test
    void a_driver_of_the_wrong_kind_is_named() throws Exception {
        Path h2 = Path.of(Class.forName("org.h2.Driver")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        assertRefused(
                "database: postgresql, url: 'jdbc:postgresql://127.0.0.1/db', driver: '" + h2 + "'",
                "no JDBC driver accepts the URL jdbc:postgresql://127.0.0.1/db in " + h2);
    }

    @DisabledOnOs(OS.WINDOWS)
    @Test
    void the_last_words_of_binaries_that_do_not_fit_together_are_shown() throws IOException {
        Path bin = Files.createDirectories(temp.resolve("wrong/bin"));
        for (String program : List.of("postgres", "initdb")) {
            Files.writeString(bin.resolve(program), "#!/bin/sh\necho 'error: version 99 does not fit' >&2\nexit 1\n");
            Files.setPosixFilePermissions(bin.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        temp.toFile().setExecutable(true, false); // servers may run as users of their own

        assertRefused("database: postgresql, home: " + bin.getParent(), "version 99 does not fit");
    }

    @Test
    void line_and_key_of_a_mistake_in_the_targets_file_are_named() throws IOException {
        Files.writeString(targets, "targets:\n  x:\n    databse: h2\n");

        assertRefused("--target x", List.of("targets.yaml, line 3: unknown key 'databse'; did you mean database?"));
    }

    @Test
    void a_directory_that_cannot_be_written_to_is_named() throws IOException {
        Path file = Files.writeString(temp.resolve("a-file"), "");
        out = file.resolve("out");

        assertRefused("--target h2-mem", List.of("--out " + out + " cannot be written to"));
        assertThat(file).isRegularFile();
    }

    @Test
    void nothing_is_measured_when_one_of_several_cannot_be_used() throws IOException {
        Files.writeString(
                targets, "targets: { x: { database: postgresql, url: 'jdbc:postgresql://127.0.0.1:1/none' } }");

        assertRefused("--target h2 --target x", List.of("target 'x'"));
    }

    @Test
    void a_table_of_somebody_else_is_named_and_left_alone() throws Exception {
        String url = "jdbc:h2:file:" + temp.resolve("theirs");
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            Sql.execute(connection, "create table rowmark_insert_single as select 'dear to somebody' as thesis");
        }

        assertRefused(
                "database: h2, server: embedded, url: '" + url + "'",
                "rowmark_insert_single exists but was not made by Rowmark");

        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            assertThat(Sql.text(connection, "select thesis from rowmark_insert_single"))
                    .contains("dear to somebody");
            assertThat(Sql.number(
                            connection, "select count(*) from information_schema.tables where table_schema = 'PUBLIC'"))
                    .isOne();
        }
    }

    @Test
    void no_password_is_printed_or_left_behind() throws IOException {
        Path password = Files.writeString(temp.resolve("password"), Canary.PASSWORD);
        String url = "jdbc:mysql://127.0.0.1:1/rowmark";
        String withPassword = url + "?password=" + Canary.PASSWORD_IN_URL;
        for (String lines : List.of(
                "  x: { database: mariadb, url: '" + url + "', user: bench, password: '${file:" + password + "}' }\n",
                "  x: { database: mariadb, url: '" + withPassword + "', password: " + Canary.PASSWORD + ", usr: me }\n",
                "  x:\n    url: '" + withPassword + "'\n    password: " + Canary.PASSWORD + "\n   database: mariadb\n",
                "  x: { database: mariadb, url: '" + withPassword + "', password: '${file:nowhere}' }\n")) {
            Files.writeString(targets, "targets:\n" + lines);
            String target = " --targets-file " + targets + " --target x";
            Commands.Result run = Commands.run("run point-select --out " + out + " --data-dir " + data + target);
            Commands.Result check = Commands.run("check --verbose" + target);

            assertThat(List.of(run.exitCode(), check.exitCode())).containsOnly(1);
            assertThat(run.toString() + check).doesNotContain(Canary.END);
            assertThat(run.err()).doesNotContain("\tat ");
        }
        Files.delete(targets);
        Files.delete(password);

        assertThat(Canary.filesHolding(temp)).isEmpty();
    }

    private void assertRefused(String target, String message) throws IOException {
        Files.writeString(targets, "targets: { x: { " + target + " } }");
        assertRefused("--target x", List.of(message));
    }

    private void assertRefused(String options, List<String> messages) throws IOException {
        String file = Files.exists(targets) ? " --targets-file " + targets : "";
        Commands.Result result =
                Commands.run("run insert-single " + options + file + " --out " + out + " --data-dir " + data);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: ").contains(messages);
        assertThat(Files.exists(out)).as("run directory").isFalse();
        try (Stream<Path> left = Files.list(data)) {
            assertThat(left).as("data directories").isEmpty();
        }
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains(temp.toString())))
                .as("processes")
                .isEmpty();
    }
}
