package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.util.Await;

/** A PostgreSQL in a cgroup, as the kernel shows it; ServerCgroupsTest has files that are like its own. */
@Tag("slow")
class CgroupIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration INTERVAL = Duration.ofMillis(20);

    @TempDir
    private Path temp;

    private Hierarchy hierarchy;

    /** @param limit name of the file with the limit of a cgroup */
    private record Hierarchy(Path root, String limit) {
        /** Finds the one whose cgroups limit memory, where systems mount it; empty where no cgroup can be made. */
        static Optional<Hierarchy> find() throws IOException {
            Path memory = Path.of("/sys/fs/cgroup/memory");
            if (Files.exists(memory.resolve("memory.limit_in_bytes"))) {
                return Optional.of(new Hierarchy(memory, "memory.limit_in_bytes"));
            }
            Path all = Path.of("/sys/fs/cgroup");
            Path delegated = all.resolve("cgroup.subtree_control");
            return Files.exists(delegated)
                            && List.of(Files.readString(delegated).strip().split(" ", -1))
                                    .contains("memory")
                    ? Optional.of(new Hierarchy(all, "memory.max"))
                    : Optional.empty();
        }

        /** Lists the cgroups of a run, which are in its own, or in one above that. */
        List<Path> of(Process run) throws IOException {
            String own = Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                    .map(line -> line.split(":", 3))
                    .filter(fields -> fields[1].equals(root.endsWith("memory") ? "memory" : ""))
                    .map(fields -> fields[2].substring(1))
                    .findFirst()
                    .orElseThrow();
            List<Path> found = new ArrayList<>();
            for (Path cgroup = root.resolve(own); cgroup.startsWith(root); cgroup = cgroup.getParent()) {
                if (Files.isDirectory(cgroup)) {
                    try (DirectoryStream<Path> files =
                            Files.newDirectoryStream(cgroup, "rowmark-" + run.pid() + "-*")) {
                        files.forEach(found::add);
                    }
                }
            }
            return found;
        }
    }

    @BeforeEach
    void requireCgroups() throws IOException {
        Optional<Hierarchy> found = Hierarchy.find();
        assumeTrue(
                found.isPresent()
                        && System.getProperty("user.name").equals("root")
                        && Files.isWritable(found.get().root),
                "only root can limit memory, on Linux with the controller memory of cgroups mounted");
        hierarchy = found.get();
        RequiredServers.assume("postgresql");
        temp.toFile().setExecutable(true, false);
    }

    @Test
    void holds_all_processes_of_the_server_below_the_limit_and_is_removed_after_a_kill_by_the_next_start()
            throws Exception {
        Cli cli = cli();
        Process run = start(cli, "--warmups", "0", "--iterations", "3600", "--time", "1s");
        try {
            Path samples = temp.resolve("work/out/samples.jsonl");
            Await.until(() -> !run.isAlive() || (Files.exists(samples) && Files.size(samples) > 0), LIMIT, INTERVAL);
            assertLimited(run);
        } finally {
            run.destroyForcibly().waitFor();
        }

        assertThat(cli.run("check", "--target", "h2-mem").exitCode()).isZero();
        assertThat(hierarchy.of(run)).isEmpty();
    }

    private void assertLimited(Process run) throws IOException {
        List<Path> cgroups = hierarchy.of(run);
        assertThat(cgroups).hasSize(1);
        Path cgroup = cgroups.get(0);

        assertThat(Files.readString(cgroup.resolve(hierarchy.limit)).strip())
                .isEqualTo(Long.toString((16L + 16 / 4 + 256) << 20));
        AtomicReference<Set<Long>> limited = new AtomicReference<>();
        assertThat(Await.until(
                        () -> {
                            limited.set(limited(cgroup));
                            return limited.get().equals(server(run)); // some may just begin or end
                        },
                        LIMIT,
                        INTERVAL))
                .isTrue();
        assertThat(limited.get()).hasSizeGreaterThan(3); // what works in the background, and the session of the fork
    }

    /** Returns the processes in a cgroup. */
    private static Set<Long> limited(Path cgroup) throws IOException {
        return Files.readAllLines(cgroup.resolve("cgroup.procs")).stream()
                .map(Long::valueOf)
                .collect(Collectors.toSet());
    }

    /** Returns the processes of the run's server. */
    private static Set<Long> server(Process run) {
        return run.descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/postgres"))
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    @Test
    void is_removed_at_the_end_of_a_run_whose_report_states_the_limit() throws Exception {
        Cli cli = cli();
        Process run = start(cli, "--warmups", "0", "--iterations", "1", "--time", "100ms");

        Cli.Result result = cli.finish(run);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(hierarchy.of(run)).isEmpty();
        assertThat(temp.resolve("work/out/report.md")).content().contains("276M by a cgroup");
    }

    private Cli cli() throws IOException {
        return Cli.in(Files.createDirectory(temp.resolve("work"))).andCache(temp.resolve("cache"));
    }

    private static Process start(Cli cli, String... timing) throws IOException {
        return cli.start(Stream.concat(
                        Stream.of(("run point-select -p rows=1000 --target postgresql --vary memory=16M --cgroup"
                                        + " --rounds 1 --out out --data-dir data")
                                .split(" ", -1)),
                        Stream.of(timing))
                .toArray(String[]::new));
    }
}
