package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Outcome;
import org.rowmark.result.directory.RunDirectory;

/**
 * A long run of short forks: what the orchestrating process holds does not grow with their number. {@code -Drowmark.soak}
 * is the number of forks, each of which takes about half a second.
 */
@EnabledOnOs(OS.LINUX)
@Tag("slow")
class SoakIT {
    private static final int CELLS = 5;
    private static final int LOOKS = 10;

    /** The first looks are at a process that is still loading classes. */
    private static final int WARM = 2;

    private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    @TempDir
    Path temp;

    /** What the process holds after so many forks; bytes that are alive after a collection of garbage. */
    private record Look(long forks, long alive, long resident, long handles, long threads, long directory) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%6d forks: heap %6.2f MB, resident %4d MB, %3d handles, %3d threads, run directory %7.2f MB",
                    forks,
                    alive / 1e6,
                    resident / 1_000_000,
                    handles,
                    threads,
                    directory / 1e6);
        }
    }

    @Test
    void memory_handles_and_threads_do_not_grow_with_the_number_of_forks() throws Exception {
        int forks = Integer.getInteger("rowmark.soak", 500);
        Path directory = Files.createDirectory(temp.resolve("work"));
        Path out = directory.resolve("out");
        Cli cli = Cli.in(directory);
        Process process = cli.start(
                "run",
                "ping",
                "point-select",
                "insert-single",
                "update-single",
                "connect",
                "-p",
                "source=raw",
                "-p",
                "rows=10",
                "-p",
                "commit=every",
                "--target",
                "h2-mem",
                "--rounds",
                Integer.toString(forks / CELLS),
                "--warmups",
                "0",
                "--iterations",
                "1",
                "--time",
                "10ms",
                "--out",
                "out");
        List<Look> looks = new ArrayList<>();
        for (int i = 1; i < LOOKS; i++) {
            long due = (long) forks * i / LOOKS;
            while (process.isAlive() && ended(out) < due) {
                TimeUnit.SECONDS.sleep(1);
            }
            assertThat(process.isAlive()).isTrue();
            Look look = look(process, out);
            System.out.println(look);
            looks.add(look);
        }
        process.waitFor();
        Cli.Result result = cli.finish(process);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(RunDirectory.read(out).count(Outcome.OK)).isEqualTo(CELLS);

        Look first = looks.get(WARM);
        Look last = looks.get(looks.size() - 1);
        long between = last.forks() - first.forks();
        assertThat(last.handles()).as("file handles").isLessThanOrEqualTo(first.handles() + 5);
        assertThat(last.threads()).as("threads").isLessThanOrEqualTo(first.threads() + 5);
        assertThat((last.alive() - first.alive()) / between)
                .as("bytes of heap per fork")
                .isLessThan(3000);
        double firstPerFork = (double) first.directory() / first.forks();
        double lastPerFork = (double) (last.directory() - first.directory()) / between;
        assertThat(lastPerFork).as("bytes of the run directory per fork").isLessThan(firstPerFork * 1.2);
    }

    private static long ended(Path out) throws IOException {
        Path samples = out.resolve("samples.jsonl");
        if (Files.notExists(samples)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(samples)) {
            return lines.filter(line -> line.startsWith("{\"kind\":\"cell-outcome\""))
                    .count();
        }
    }

    private static Look look(Process process, Path out) throws IOException, InterruptedException {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        return new Look(
                ended(out),
                number(TOTAL, jcmd(process.pid(), "GC.class_histogram")),
                1024 * number(RESIDENT, Files.readString(proc.resolve("status"))),
                count(proc.resolve("fd")),
                count(proc.resolve("task")),
                PathUtils.sizeOfDirectory(out));
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Cli.JAVA.resolveSibling("jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static long number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return Long.parseLong(found.group(1));
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }
}
