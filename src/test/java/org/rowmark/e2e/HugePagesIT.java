package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.process.Guardian;

/** Runs that raise the number of huge pages of this machine: no other test of this module may do so. */
class HugePagesIT {
    private static final Path NR_HUGEPAGES = Path.of("/proc/sys/vm/nr_hugepages");

    @TempDir
    Path root;

    private Path temp;
    private String before;

    @BeforeEach
    void make() throws IOException {
        assumeTrue(
                System.getProperty("user.name").equals("root") && Files.isWritable(NR_HUGEPAGES),
                "only root can set vm.nr_hugepages, on Linux");
        temp = Files.createDirectory(root.resolve("work"));
        root.toFile().setExecutable(true, false);
        before = Files.readString(NR_HUGEPAGES);
    }

    @AfterEach
    void putBack() throws IOException {
        if (before != null) {
            Files.writeString(NR_HUGEPAGES, before);
        }
    }

    @Test
    void the_study_of_huge_pages_compares_servers_with_and_without_them() throws Exception {
        RequiredServers.assume("mysql-5.7");

        Cli.Result result = Cli.in(temp)
                .run(("run --study huge-pages --target mysql-5.7 --set-nr-hugepages --rounds 1 --scale 0.0005"
                                + " --vary innodb_buffer_pool_size=16M --out out --data-dir data")
                        .split(" ", -1));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(Files.readString(NR_HUGEPAGES)).isEqualTo(before);
        assertThat(Files.readString(temp.resolve("out/report.md")))
                .containsPattern("\\| huge pages held \\| 0 MiB \\| [1-9]\\d* MiB \\|")
                .containsPattern("\\| 5-join-four \\|.*\\| \\\\\\+0.35 % \\|");
    }

    @Test
    void the_guardian_puts_back_the_number_that_a_killed_run_had_raised() throws Exception {
        Process run = startAndAwaitMore();
        ProcessHandle guardian = guardian(run);

        run.destroyForcibly().waitFor();
        guardian.onExit().get(1, TimeUnit.MINUTES);

        assertIsBack();
    }

    @Test
    void a_later_start_puts_it_back_if_the_guardian_was_killed_too() throws Exception {
        Process run = startAndAwaitMore();
        guardian(run).destroyForcibly();
        run.destroyForcibly().waitFor();
        assertThat(Files.readString(NR_HUGEPAGES)).isNotEqualTo(before);

        Cli.Result later = cli().run("list", "studies");

        assertThat(later.exitCode()).as(later.toString()).isZero();
        assertThat(later.err())
                .contains("rowmark: vm.nr_hugepages is " + before.strip() + " again, which a killed run had raised");
        assertIsBack();
    }

    /** Starts a run, and waits until it has raised the number. */
    private Process startAndAwaitMore() throws IOException, InterruptedException {
        RequiredServers.assume("postgresql");
        Process run = cli().start(("run ping --target postgresql --vary large-pages=off,on --set-nr-hugepages --out out"
                        + " --data-dir data")
                .split(" ", -1));
        while (Files.readString(NR_HUGEPAGES).equals(before)) {
            assertThat(run.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return run;
    }

    private static ProcessHandle guardian(Process run) {
        return run.children()
                .filter(child -> child.info().commandLine().orElse("").contains(Guardian.class.getName()))
                .findFirst()
                .orElseThrow();
    }

    private void assertIsBack() throws IOException {
        assertThat(Files.readString(NR_HUGEPAGES)).isEqualTo(before);
        assertThat(cache().resolve("huge-pages.properties")).doesNotExist();
    }

    private Cli cli() {
        return Cli.in(temp).with(Map.of("ROWMARK_CACHE", cache().toString()));
    }

    private Path cache() {
        return root.resolve("cache");
    }
}
