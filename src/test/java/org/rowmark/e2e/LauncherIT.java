package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code rowmark}, in a clone whose path has a space. */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {
    private static final Path SCRIPT =
            Cli.jar().resolve("../../../rowmark").toAbsolutePath().normalize();

    @TempDir
    Path temp;

    private Path clone;
    private Path elsewhere;

    @BeforeEach
    void makeClone() throws IOException {
        clone = Files.createDirectory(temp.resolve("a clone"));
        elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Files.copy(SCRIPT, clone.resolve("rowmark"));
    }

    @Test
    void runs_the_jar_from_another_directory_through_symbolic_links() throws Exception {
        linkJar();
        Files.createSymbolicLink(temp.resolve("rowmark link"), clone.resolve("rowmark")); // an absolute one
        Path relative = Files.createSymbolicLink(elsewhere.resolve("rowmark"), Path.of("../rowmark link"));

        Cli.Result result = launch(Map.of(), relative, "--version");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).startsWith("Rowmark ");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void passes_arguments_and_exit_codes_unchanged() throws Exception {
        linkJar();

        Cli.Result result = launch(Map.of(), clone.resolve("rowmark"), "report", "no such * directory");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo("error: no such * directory: there is no such file or directory, or it may not be read");
    }

    @Test
    void gives_the_JVM_its_options() throws Exception {
        linkJar();

        Cli.Result result = launch(
                Map.of("ROWMARK_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+PrintFlagsFinal"),
                clone.resolve("rowmark"),
                "--version");

        assertThat(result.out()).containsPattern("TieredStopAtLevel +:?= 1 +.*command line");
    }

    @Tag("slow")
    @Test
    void forks_start_with_an_archive_of_their_classes_from_the_second_one_on() throws Exception {
        linkJar();
        Map<String, String> own = Map.of(
                "ROWMARK_CACHE",
                temp.resolve("cache").toString(),
                "ROWMARK_JAVA_OPTS",
                "-Djava.io.tmpdir=" + temp + " " + String.join(" ", Cli.JVM));
        List<String> command = new ArrayList<>(List.of("run", "ping", "--target", "h2-mem", "--rounds", "2"));
        command.addAll(List.of("--warmups", "0", "--iterations", "1", "--time", "10ms", "--out", "out"));

        Cli.Result result = launch(own, clone.resolve("rowmark"), command.toArray(String[]::new));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(elsewhere.resolve("out/log.txt"))
                .content()
                .containsPattern("round 1, jvm arguments .*-XX:ArchiveClassesAtExit=")
                .containsPattern("round 2, jvm arguments .*-XX:SharedArchiveFile=")
                .doesNotContain("[warning]");
    }

    @Test
    void explains_in_one_line_that_there_is_no_Java_17() throws Exception {
        Cli.Result result = launch(Map.of("JAVA_HOME", elsewhere.toString()), clone.resolve("rowmark"), "--version");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error()).contains(elsewhere + "/bin/java is missing or older than Java 17");
    }

    @Test
    void builds_the_jar_when_there_is_none() throws Exception {
        Path maven = clone.resolve("mvn");
        Files.writeString(
                maven,
                "#!/bin/sh\necho \"$PWD\" \"$@\"\nmkdir -p bench-cli/target && ln -s '" + Cli.jar()
                        + "' bench-cli/target/bench-cli.jar\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        Cli.Result result =
                launch(Map.of("PATH", clone + ":" + System.getenv("PATH")), clone.resolve("rowmark"), "--version");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).startsWith("Rowmark ");
        assertThat(result.err().lines())
                .containsExactly(
                        "rowmark: building " + clone + "/bench-cli/target/bench-cli.jar, which takes some minutes",
                        clone + " -q -B -ntp package -DskipTests");
    }

    private void linkJar() throws IOException {
        Path target = Files.createDirectories(clone.resolve("bench-cli/target"));
        Files.createSymbolicLink(target.resolve("bench-cli.jar"), Cli.jar());
    }

    private Cli.Result launch(Map<String, String> environment, Path script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(elsewhere.toFile())
                .redirectOutput(temp.resolve("out").toFile())
                .redirectError(temp.resolve("err").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Cli.Result(process.exitValue(), read("out"), read("err"));
    }

    private String read(String stream) throws IOException {
        return Files.readString(temp.resolve(stream), StandardCharsets.UTF_8);
    }
}
