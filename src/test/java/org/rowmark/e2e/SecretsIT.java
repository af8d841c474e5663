package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Outcome;
import org.rowmark.result.directory.RunDirectory;

/** A canary for a password: it must not sing in any file, on the console or in a process's arguments. */
class SecretsIT {
    private static final String CANARY = "Canary-7f3a-sings";

    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Test
    void keeps_the_password_out_of_every_file_the_console_and_all_arguments() throws Exception {
        try (PasswordServer server = PasswordServer.start(temp, CANARY)) {
            server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");
            Path commands = temp.resolve("commands");

            Cli.Result result = Cli.in(directory)
                    .with(Map.of("THEIR_PASSWORD", CANARY))
                    .andJavaHome(notingJava(temp.resolve("jdk"), commands))
                    .runTiny(
                            "insert-single",
                            "connect",
                            "--targets",
                            "targets.yaml",
                            "--target",
                            "theirs",
                            "--rounds",
                            "1",
                            "--out",
                            "out",
                            "--data-dir",
                            Files.createDirectory(temp.resolve("data")).toString());

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(Files.readAllLines(commands))
                    .as("command lines of all JVMs that were started")
                    .noneMatch(command -> command.contains(CANARY))
                    .filteredOn(command -> command.contains("org.openjdk.jmh.runner.ForkedMain"))
                    .hasSize((int) RunDirectory.read(directory.resolve("out")).count(Outcome.OK));
            assertThat(result.out() + result.err()).doesNotContain(CANARY);
            assertThat(directory.resolve("out/environment/theirs.json"))
                    .content()
                    .contains("\"round trip\"", "\"host\"");
            assertThat(filesHolding(directory)).isEmpty();
            assertThat(filesHolding(temp.resolve("data"))).isEmpty();
        }
    }

    @Test
    void keeps_it_out_of_the_message_about_a_refused_login() throws Exception {
        try (PasswordServer server = PasswordServer.start(temp, "another-one")) {
            server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");

            Cli.Result result = Cli.in(directory)
                    .with(Map.of("THEIR_PASSWORD", CANARY))
                    .run("check", "--targets", "targets.yaml", "--target", "theirs", "--verbose");

            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.out()).contains("Access denied").doesNotContain(CANARY);
            assertThat(result.err()).doesNotContain(CANARY);
        }
    }

    @Test
    void keeps_it_out_even_if_it_stands_in_the_targets_file_or_in_the_URL() throws Exception {
        try (PasswordServer server = PasswordServer.start(temp, CANARY)) {
            Path targets = temp.resolve("targets.yaml");
            Files.writeString(targets, """
                    targets:
                      theirs: { database: mariadb, url: '%s', user: bench, password: %s }
                      in-url: { database: mariadb, url: '%s?user=bench&password=%s' }
                    """.formatted(server.url(), CANARY, server.url(), CANARY));

            Cli.Result result = Cli.in(directory)
                    .runTiny(
                            "connect",
                            "--targets",
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
            assertThat(result.err()).contains("warning: ").doesNotContain(CANARY);
            assertThat(result.out()).doesNotContain(CANARY);
            assertThat(directory.resolve("out/environment/in-url.json"))
                    .content()
                    .contains("\"connect\"");
            assertThat(filesHolding(directory)).isEmpty();
        }
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

    private static List<Path> filesHolding(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(SecretsIT::holdsCanary)
                    .toList();
        }
    }

    private static boolean holdsCanary(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(CANARY);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
