package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The random passwords of private servers that listen on TCP, which only files of their owner hold. */
@EnabledOnOs(OS.LINUX)
class PrivateServerPasswordIT {
    private static final String NEW_AT_EACH_START = "firebird";
    private static final List<String> ONE_OF_EACH_KIND = List.of("mariadb", NEW_AT_EACH_START);
    private static final List<String> ALL = List.of("mariadb", "postgresql", NEW_AT_EACH_START, "h2-tcp");

    @TempDir
    Path temp;

    private Path directory;
    private Path data;

    @Test
    void are_kept_out_of_the_run_directory_the_console_and_all_processes() throws IOException, InterruptedException {
        Cli cli = makeCli(ONE_OF_EACH_KIND);
        Process process = cli.start(words(ONE_OF_EACH_KIND, "--restart", "run"));
        ProcessWatch watch = ProcessWatch.of(process, data);
        Cli.Result result = cli.finish(process);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(watch.passwords()).containsOnlyKeys(ONE_OF_EACH_KIND);
        assertSecret(result, watch);
    }

    @Tag("slow")
    @Test
    void are_kept_out_of_them_when_the_run_is_killed_and_continued() throws IOException, InterruptedException {
        Cli cli = makeCli(ALL);
        Process process = cli.start(words(ALL));
        CompletableFuture<ProcessWatch> watch = ProcessWatch.start(process, data);
        Path samples = directory.resolve("out/samples.jsonl");
        while (!Files.exists(samples) || Files.size(samples) == 0) {
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(5);
        }
        process.destroyForcibly().waitFor();
        assertSecret(cli.finish(process), watch.join());
        Process continued = cli.start("resume", "out");
        ProcessWatch watchOfContinued = ProcessWatch.of(continued, data);
        Cli.Result result = cli.finish(continued);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertSecret(result, watchOfContinued);
    }

    private Cli makeCli(List<String> targets) throws IOException {
        targets.forEach(RequiredServers::assume);
        temp.toFile().setExecutable(true, false); // servers may run as users of their own
        directory = Files.createDirectory(temp.resolve("work"));
        data = Files.createDirectory(temp.resolve("data"));
        data.toFile().setExecutable(true, false);
        return Cli.in(directory).andCache(temp.resolve("cache"));
    }

    private void assertSecret(Cli.Result result, ProcessWatch watch) throws IOException {
        String ofUser = Files.readString(temp.resolve("cache/server-password")).strip();
        assertThat(watch.seen()).anyMatch(words -> words.contains("mariadbd"));
        assertThat(watch.passwords()).isNotEmpty();
        for (Map.Entry<String, String> each : watch.passwords().entrySet()) {
            String target = each.getKey();
            String password = each.getValue();
            assertThat(password).as(target).matches("[0-9a-f]{20}");
            assertThat(password.equals(ofUser)).as(target).isEqualTo(!target.equals(NEW_AT_EACH_START));
            assertThat(result.out() + result.err()).doesNotContain(password);
            assertThat(Canary.filesHolding(directory, password)).isEmpty();
            assertThat(watch.holding(password)).isEmpty();
        }
    }

    private String[] words(List<String> targets, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "ping", "--rounds", "1", "--out", "out"));
        words.addAll(List.of(more));
        words.addAll(List.of("--data-dir", data.toString()));
        targets.forEach(target -> words.addAll(List.of("--target", target)));
        words.addAll(Cli.TINY);
        return words.toArray(String[]::new);
    }
}
