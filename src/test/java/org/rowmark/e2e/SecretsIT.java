package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
            Path data = Files.createDirectory(temp.resolve("data"));

            Cli.Result result = theirs().andJavaHome(notingJava(temp.resolve("jdk"), commands))
                    .run(words("insert-single", "connect", "--time", "50ms", "--data-dir", data.toString()));

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
            assertThat(filesHolding(data)).isEmpty();
        }
    }

    @Test
    void keeps_it_out_of_the_message_about_a_refused_login() throws Exception {
        try (PasswordServer server = PasswordServer.start(temp, "another-one")) {
            server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");

            Cli.Result result = theirs().run("check", "--targets", "targets.yaml", "--target", "theirs", "--verbose");

            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.out()).contains("Access denied").doesNotContain(CANARY);
            assertThat(result.err()).doesNotContain(CANARY);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void keeps_it_out_of_arguments_and_environments_of_all_processes_and_of_files_that_others_can_read()
            throws Exception {
        try (PasswordServer server = PasswordServer.start(temp, CANARY)) {
            server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");
            Path data = Files.createDirectory(temp.resolve("data"));
            Process process = theirs().start(words("point-select", "--link", "rtt=1ms", "--data-dir", data.toString()));
            String own = commandLine(process.toHandle());
            Set<String> seen = new TreeSet<>();
            Set<String> singing = new TreeSet<>();
            while (process.isAlive()) {
                for (ProcessHandle child : process.descendants().toList()) {
                    String words = commandLine(child);
                    String environment = file(child, "environ");
                    // what is not yet, or only for a moment, the program that was started is a copy of this process
                    boolean isProgram = words.equals(commandLine(child)) && !words.equals(own) && isStarted(words);
                    if (isProgram && !environment.isEmpty()) {
                        seen.add(words);
                        if ((words + environment).contains(CANARY)) {
                            singing.add(words);
                        }
                    }
                }
                singing.addAll(readableByOthers(data));
                TimeUnit.MILLISECONDS.sleep(5);
            }
            Cli.Result result = theirs().finish(process);

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(seen)
                    .anyMatch(words -> words.contains("org.openjdk.jmh.runner.ForkedMain"))
                    .anyMatch(words -> words.contains("org.rowmark.link.Relay"))
                    .anyMatch(words -> words.contains("org.rowmark.process.Guardian"));
            assertThat(singing).isEmpty();
        }
    }

    @Test
    void keeps_it_out_of_what_failures_leave_and_print() throws Exception {
        List<String> printed = new ArrayList<>();
        try (PasswordServer server = PasswordServer.start(temp, CANARY)) {
            server.targetsFile(directory.resolve("targets.yaml"), "${env:THEIR_PASSWORD}");
            printed.add(
                    failed(2, theirs().run(words("point-select", "--timeout", "6s", "--time", "1h", "--out", "late"))));
            Process process = theirs().start(words("point-select", "--iterations", "300", "--out", "killed"));
            Path samples = directory.resolve("killed/samples.jsonl");
            while (!Files.exists(samples) || Files.size(samples) == 0) {
                assertThat(process.isAlive()).isTrue();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            server.die();
            printed.add(failed(2, theirs().finish(process)));
            printed.add(failed(1, theirs().run(words("point-select", "--out", "refused"))));
            printed.add(
                    failed(1, theirs().run("check", "--targets", "targets.yaml", "--target", "theirs", "--verbose")));
            Files.writeString(directory.resolve("targets.yaml"), """
                    targets:
                      theirs: { database: mariadb, url: '%s?password=%s', password: %s, usr: bench }
                    """.formatted(server.url(), CANARY, CANARY));
            printed.add(failed(1, theirs().run(words("point-select"))));
            Files.writeString(directory.resolve("targets.yaml"), """
                    targets:
                      theirs:
                        url: '%s?password=%s'
                        password: %s
                       database: mariadb
                    """.formatted(server.url(), CANARY, CANARY));
            printed.add(failed(1, theirs().run(words("point-select"))));
            Files.writeString(directory.resolve("targets.yaml"), """
                    targets:
                      theirs: { database: mariadb, url: '%s?password=%s', password: '${file:nowhere}' }
                    """.formatted(server.url(), CANARY));
            printed.add(failed(1, theirs().run(words("point-select"))));
        }
        Files.delete(directory.resolve("targets.yaml"));

        assertThat(printed).noneMatch(text -> text.contains(CANARY));
        assertThat(filesHolding(directory)).isEmpty();
    }

    private static String failed(int exitCode, Cli.Result result) {
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(exitCode);
        assertThat(result.err()).doesNotContain("\tat ");
        return result.out() + result.err();
    }

    private Cli theirs() {
        return Cli.in(directory).with(Map.of("THEIR_PASSWORD", CANARY));
    }

    /** Returns a run of one short round, but for what the words set. */
    private static String[] words(String workload, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "run", workload, "--targets", "targets.yaml", "--target", "theirs", "--rounds", "1", "--warmups", "0"));
        words.addAll(List.of(more));
        for (List<String> option :
                List.of(List.of("--iterations", "1"), List.of("--time", "1s"), List.of("--out", "out"))) {
            if (!words.contains(option.get(0))) {
                words.addAll(option);
            }
        }
        return words.toArray(String[]::new);
    }

    /**
     * Returns whether Rowmark has started it, and not the JDK on its way to it, a shell that becomes a fork, or a library
     * that looks at the machine for a moment: JMH at the JVM, JNA at libraries.
     */
    private static boolean isStarted(String words) {
        return Stream.of("jspawnhelper", "some/fake/Class", "/ldconfig ").noneMatch(words::contains)
                && !(words.startsWith("sh ") && words.contains("ForkedMain"));
    }

    private static String commandLine(ProcessHandle process) {
        return file(process, "cmdline").replace('\0', ' ');
    }

    private static String file(ProcessHandle process, String name) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), name), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    /** Returns the files of endpoints that somebody else than their owner can read. */
    private static List<String> readableByOthers(Path data) throws IOException {
        List<String> readable = new ArrayList<>();
        try (Stream<Path> files = Files.find(
                data, 2, (file, attributes) -> file.getFileName().toString().startsWith("endpoint"))) {
            for (Path file : files.toList()) {
                String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                if (!permissions.equals("rw-------")) {
                    readable.add(file + " " + permissions);
                }
            }
        } catch (NoSuchFileException | UncheckedIOException e) {
            // it was deleted meanwhile
        }
        return readable;
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
