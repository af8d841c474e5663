package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The random passwords of private servers that listen on TCP, which only files of their owner hold. */
@EnabledOnOs(OS.LINUX)
class PrivateServerPasswordIT {
    private static final String NEW_AT_EACH_START = "firebird";
    private static final List<String> TARGETS = List.of("mariadb", "postgresql", NEW_AT_EACH_START, "h2-tcp");

    @TempDir
    Path temp;

    @Test
    void are_kept_out_of_the_run_directory_the_console_and_all_processes() throws IOException, InterruptedException {
        TARGETS.forEach(RequiredServers::assume);
        temp.toFile().setExecutable(true, false); // servers may run as users of their own
        Path directory = Files.createDirectory(temp.resolve("work"));
        Path data = Files.createDirectory(temp.resolve("data"));
        data.toFile().setExecutable(true, false);
        Path cache = temp.resolve("cache");
        Cli cli = Cli.in(directory).with(Map.of("ROWMARK_CACHE", cache.toString()));

        Process process = cli.start(words(data));
        ProcessWatch watch = ProcessWatch.of(process, data);
        Cli.Result result = cli.finish(process);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(watch.seen()).anyMatch(words -> words.contains("mariadbd"));
        String ofUser = Files.readString(cache.resolve("server-password")).strip();
        assertThat(watch.passwords()).containsOnlyKeys(TARGETS);
        for (String target : TARGETS) {
            String password = watch.passwords().get(target);
            assertThat(password).as(target).matches("[0-9a-f]{20}");
            assertThat(password.equals(ofUser)).as(target).isEqualTo(!target.equals(NEW_AT_EACH_START));
            assertThat(result.out() + result.err()).doesNotContain(password);
            assertThat(Canary.filesHolding(directory, password)).isEmpty();
            assertThat(watch.singing(password)).isEmpty();
        }
    }

    private static String[] words(Path data) {
        List<String> words = new ArrayList<>(List.of("run", "point-select", "--rounds", "1", "--out", "out"));
        words.addAll(List.of("--data-dir", data.toString()));
        TARGETS.forEach(target -> words.addAll(List.of("--target", target)));
        words.addAll(Cli.TINY);
        return words.toArray(String[]::new);
    }
}
