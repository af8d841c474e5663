package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Outcome;
import org.rowmark.result.directory.RunDirectory;

/** Passwords are in no file that a run leaves, on no console and in no process's arguments. */
class SecretsIT {
    /** Reads like a word, so that SQL and reports may have it by chance. */
    private static final String WORD = "pw7f3acana";

    @TempDir
    static Path ofServer;

    private static PasswordServer server;

    @TempDir
    Path temp;

    private Path directory;

    @BeforeAll
    static void startServer() throws IOException, SQLException {
        ofServer.toFile().setExecutable(true, false);
        server = PasswordServer.start("postgresql", ofServer, Canary.PASSWORD);
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create user word superuser password '" + WORD + "'");
        }
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Test
    void keeps_the_password_out_of_every_file_the_console_and_all_arguments() throws Exception {
        server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");
        Path commands = temp.resolve("commands");
        Path data = Files.createDirectory(temp.resolve("data"));

        Cli.Result result = theirs().andJavaHome(notingJava(temp.resolve("jdk"), commands))
                .run(words(
                        "insert-single",
                        "connect",
                        "-p",
                        "commit=every",
                        "--time",
                        "50ms",
                        "--data-dir",
                        data.toString()));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(Files.readAllLines(commands))
                .as("command lines of all JVMs that were started")
                .noneMatch(command -> command.contains(Canary.END))
                .filteredOn(command -> command.contains("org.openjdk.jmh.runner.ForkedMain"))
                .hasSize((int) RunDirectory.read(directory.resolve("out")).count(Outcome.OK));
        assertThat(result.out() + result.err()).doesNotContain(Canary.END);
        assertThat(directory.resolve("out/environment/theirs.json")).content().contains("\"round trip\"", "\"host\"");
        assertThat(Canary.filesHolding(directory)).isEmpty();
        assertThat(Canary.filesHolding(data)).isEmpty();
    }

    @Test
    void keeps_it_out_of_the_message_about_a_refused_login() throws Exception {
        server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");

        Cli.Result result = Cli.in(directory)
                .with(Map.of("THEIR_PASSWORD", "another" + Canary.END))
                .run("check", "--targets-file", "targets.yaml", "--target", "theirs", "--verbose");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("authentication failed").doesNotContain(Canary.END);
        assertThat(result.err()).doesNotContain(Canary.END);
    }

    @Tag("slow")
    @Test
    @EnabledOnOs(OS.LINUX)
    void keeps_it_out_of_arguments_and_environments_of_all_processes_and_of_files_that_others_can_read()
            throws Exception {
        server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");
        Path data = Files.createDirectory(temp.resolve("data"));
        Process process = theirs().start(words("point-select", "--link", "rtt=1ms", "--data-dir", data.toString()));
        ProcessWatch watch = ProcessWatch.of(process, data);
        Cli.Result result = theirs().finish(process);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(watch.seen())
                .anyMatch(words -> words.contains("org.openjdk.jmh.runner.ForkedMain"))
                .anyMatch(words -> words.contains("org.rowmark.link.Relay"));
        assertThat(watch.holding(Canary.END)).isEmpty();
    }

    private Cli theirs() {
        return Cli.in(directory).with(Map.of("THEIR_PASSWORD", Canary.PASSWORD));
    }

    /** Returns a run of one short round, but for what the words set. */
    private static String[] words(String workload, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                workload,
                "--targets-file",
                "targets.yaml",
                "--target",
                "theirs",
                "--rounds",
                "1",
                "--warmups",
                "0"));
        words.addAll(List.of(more));
        for (List<String> option :
                List.of(List.of("--iterations", "1"), List.of("--time", "1s"), List.of("--out", "out"))) {
            if (!words.contains(option.get(0))) {
                words.addAll(option);
            }
        }
        return words.toArray(String[]::new);
    }

    @Tag("slow")
    @Test
    void keeps_it_out_even_if_it_is_in_the_targets_file_or_in_the_URL() throws Exception {
        Path targets = temp.resolve("targets.yaml");
        Files.writeString(targets, """
                targets:
                  theirs: { database: postgresql, url: '%s', user: bench, password: %s }
                  in-url: { database: postgresql, url: '%s%suser=bench&password=%s' }
                """.formatted(
                        server.url(),
                        Canary.PASSWORD,
                        server.url(),
                        server.url().contains("?") ? "&" : "?",
                        Canary.PASSWORD_IN_URL));

        Cli.Result result = Cli.in(directory)
                .runTiny(
                        "connect",
                        "--targets-file",
                        targets.toString(),
                        "--target",
                        "theirs",
                        "--target",
                        "in-url",
                        "-p",
                        "source=raw",
                        "--rounds",
                        "1",
                        "--out",
                        "out");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.err()).contains("warning: ").doesNotContain(Canary.END);
        assertThat(result.out()).doesNotContain(Canary.END);
        assertThat(directory.resolve("out/environment/in-url.json")).content().contains("\"connect\"");
        assertThat(Canary.filesHolding(directory)).isEmpty();
    }

    @Test
    void keeps_a_password_that_reads_like_a_word_out_of_copies_of_SQL_and_of_reports() throws Exception {
        Path targets = server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");
        Files.writeString(targets, Files.readString(targets).replace("user: bench", "user: word"));
        Path sql = Files.writeString(temp.resolve("a.sql"), """
                -- don't
                select 1 as "connect with %s", 'password=Tr0ub4dorX' as b, 'it' as c;
                """.formatted(WORD));

        Cli.Result result =
                Cli.in(directory).with(Map.of("THEIR_PASSWORD", WORD)).run(words("--sql=" + sql, "--time", "50ms"));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(directory.resolve("out/report.md"))
                .content()
                .contains("select 1 as \"connect with ***\", 'password=***' as b");
        assertThat(Canary.filesHolding(directory, WORD)).isEmpty();
        assertThat(Canary.filesHolding(directory, "Tr0ub4dorX")).isEmpty();
    }

    /** Makes a Java home whose {@code java} notes its command line, one per line, and becomes the one of this JVM. */
    private static Path notingJava(Path home, Path commands) throws IOException {
        Path real = Path.of(System.getProperty("java.home"));
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                echo "$*" >> '%s'
                exec '%s' "$@"
                """.formatted(commands, real.resolve("bin/java")));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(home.resolve("lib"), real.resolve("lib"));
        Files.createSymbolicLink(home.resolve("conf"), real.resolve("conf"));
        return home;
    }
}
