package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import tools.jackson.databind.json.JsonMapper;

/** Faults in the middle of runs: the cell in question fails with its reason, and the others have their results. */
@EnabledOnOs(OS.LINUX)
class FaultsIT {
    private static final String[] SHORT = {
        "--rounds",
        "1",
        "--warmups",
        "20",
        "--warmup-time",
        "50ms",
        "--iterations",
        "20",
        "--time",
        "50ms",
        "--out",
        "out"
    };

    @TempDir
    private static Path classes;

    @TempDir
    Path temp;

    private Path directory;
    private Path data;

    @BeforeAll
    static void compileWorkload() throws IOException {
        Path source = classes.resolve("Faulty.java");
        try (InputStream text = FaultsIT.class.getResourceAsStream("/faults/Faulty.java.txt")) {
            Files.copy(text, source);
        }
        String processors = System.getProperty("rowmark.processors");
        int exitCode = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-nowarn",
                        "-Xlint:none",
                        "-cp",
                        Cli.jar() + ":" + processors,
                        "-processorpath",
                        processors,
                        source.toString());
        assertThat(exitCode).isZero();
    }

    @BeforeEach
    void makeDirectories() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
        data = Files.createDirectory(temp.resolve("data"));
        temp.toFile().setExecutable(true, false);
    }

    /** The cell on PostgreSQL is the first of the plan, the other one is on H2. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    none     | samples.jsonl | "cell":1,"warmup":true
                    none     | samples.jsonl | "cell":1,"warmup":false
                    teardown | log.txt       | tearing down
                    """)
    void a_server_that_is_killed_fails_the_cell_that_it_serves(String fault, String file, String moment)
            throws Exception {
        Process process = startFaulty("fault=" + fault);
        await(process, file, moment);
        postgres(process).forEach(ProcessHandle::destroyForcibly);

        RunRecord record = firstFails(process);

        assertThat(record.summaries().get(1).reason()).hasLineCount(1);
    }

    @Test
    void a_server_that_is_killed_while_it_is_checked_ends_the_run_before_it_begins() throws Exception {
        Process process = startFaulty("fault=none");
        while (postgres(process).isEmpty()) {
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(5);
        }
        postgres(process).forEach(ProcessHandle::destroyForcibly);
        Cli.Result result = cli().finish(process);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: ").contains("target 'postgresql' cannot be");
        assertThat(directory.resolve("out")).doesNotExist();
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void a_server_that_is_killed_while_it_loads_is_loaded_again_by_the_fork() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = start(
                "run",
                "point-select",
                "-p",
                "rows=300000",
                "--target",
                "postgresql",
                "--target",
                "h2-mem",
                "--data-cache",
                "off");
        awaitDoing(process, "COPY");
        postgres(process).forEach(ProcessHandle::destroyForcibly);
        Cli.Result result = cli().finish(process);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("the data of point-select rows=300000 on postgresql was not loaded: ");
        assertThat(record().count(Outcome.OK)).isEqualTo(2);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void a_server_that_is_stopped_fails_the_cell_at_its_limit_with_the_place_where_it_hung() throws Exception {
        Process process = startFaulty("fault=none", "--timeout", "12s");
        await(process, "samples.jsonl", "\"cell\":1,\"warmup\":false");
        signal("STOP", postgres(process));

        RunRecord record = firstFails(process);

        assertThat(record.summaries().get(1).reason())
                .startsWith("killed after 12 s, hung in ")
                .contains(", called by ") // of the workload, or of the counters, which are read between iterations
                .endsWith("; give it more time with --timeout");
        assertThat(directory.resolve("out/log.txt"))
                .content()
                .contains("killed where it hung:")
                .containsPattern("at .*(Faulty\\.query|CounterConnection\\.read)\\(");
    }

    @Test
    void a_connection_that_is_cut_in_the_middle_of_a_result_fails_its_cell() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = start(
                "run",
                "one-result-set",
                "-p",
                "rows=1000000",
                "-p",
                "cursor=buffered",
                "-p",
                "fetchSize=default",
                "--warmups",
                "0",
                "--iterations",
                "2",
                "--link",
                "bandwidth=8m",
                "--target",
                "postgresql",
                "--target",
                "h2-mem",
                "--timeout",
                "2m");
        await(process, "log.txt", "# one-result-set .*postgresql");
        ProcessHandle sending;
        do {
            sending = awaitDoing(process, "SELECT");
            TimeUnit.SECONDS.sleep(1); // of twenty for a result
        } while (!isDoing(sending, "SELECT"));
        process.children()
                .filter(child -> child.info().commandLine().orElse("").contains("org.rowmark.link.Relay"))
                .forEach(ProcessHandle::destroyForcibly);

        RunRecord record = firstFails(process);

        assertThat(record.summaries().get(1).reason()).containsPattern("(?i)i/o error|connection|end of");
    }

    @Test
    void a_full_disk_of_the_servers_data_fails_the_cell() throws Exception {
        Path small = mounted("small", "150m");
        try {
            Process process = startFaulty("fault=disk", "--data-dir", small.toString());

            RunRecord record = firstFails(process);

            assertThat(record.summaries().get(1).reason()).contains("No space left on device");
        } finally {
            unmount(small);
        }
    }

    @Test
    void a_full_disk_of_the_run_directory_ends_the_run_at_once_with_one_line_and_keeps_what_was_written()
            throws Exception {
        Path small = mounted("small", "2m");
        try {
            Process process = cli().start(
                            "run",
                            "ping",
                            "--target",
                            "h2-mem",
                            "--rounds",
                            "1",
                            "--warmups",
                            "0",
                            "--iterations",
                            "100000", // three times as long as a test waits
                            "--time",
                            "10ms",
                            "--data-dir",
                            data.toString(),
                            "--out",
                            small + "/out");
            await(process, small.resolve("out/samples.jsonl"), "\"warmup\":false");
            fill(small.resolve("ballast"));
            Cli.Result result = cli().finish(process);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
            assertThat(result.err()).contains("No space left on device").doesNotContain("\tat ");
            Files.delete(small.resolve("ballast"));
            Cli.Result report = cli().run("report", small + "/out", "--out", "report.html");
            assertThat(report.exitCode()).as(report.toString()).isZero();
            assertThat(RunDirectory.read(small.resolve("out")).samples()).isNotEmpty();
            assertThat(data).isEmptyDirectory();
        } finally {
            unmount(small);
        }
    }

    @Test
    void a_run_directory_that_is_deleted_ends_the_run_with_one_line() throws Exception {
        Process process = start("run", "ping", "--target", "h2-mem");
        await(process, "samples.jsonl", "\"warmup\":false");
        PathUtils.deleteDirectory(directory.resolve("out"));
        Cli.Result result = cli().finish(process);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).contains("out");
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void a_fork_out_of_memory_fails_its_cell() throws Exception {
        List<String> words = new ArrayList<>(List.of(withShort(
                "run", "faulty", "-p", "fault=memory,none", "--target", "h2-mem", "--data-dir", data.toString())));
        words.addAll(List.of("--", "-jvmArgsAppend", "-Xmx64m"));
        Process process = cli().start(words.toArray(String[]::new));

        RunRecord record = firstFails(process);

        assertThat(record.summaries().get(1).reason()).contains("OutOfMemoryError");
    }

    @Test
    void a_deadlock_fails_its_cell_with_the_databases_own_words() throws Exception {
        RequiredServers.assume("postgresql");
        Process process =
                start("run", "faulty", "-p", "fault=deadlock,none", "--threads", "2", "--target", "postgresql");

        RunRecord record = firstFails(process);

        assertThat(record.summaries().get(1).reason()).contains("deadlock detected");
    }

    /** Durations are taken from a clock that is not set; wall-clock times only say when. */
    @Test
    void a_clock_that_is_set_back_or_a_damaged_line_change_no_other_number() throws Exception {
        Cli.Result run = cli().finish(start(
                "run", "ping", "--target", "h2-mem", "--target", "h2", "--rounds", "2", "--data-cache", "off"));
        assertThat(run.exitCode()).as(run.toString()).isZero();
        Path samples = directory.resolve("out/samples.jsonl");
        List<String> numbers = scores();
        List<String> lines = new ArrayList<>(Files.readAllLines(samples));
        Pattern time = Pattern.compile("\"(start|end)\":\"([^\"]+)\"");
        for (int i = lines.size() / 2; i < lines.size(); i++) {
            lines.set(
                    i,
                    time.matcher(lines.get(i))
                            .replaceAll(found -> "\"" + found.group(1) + "\":\""
                                    + Instant.parse(found.group(2)).minusSeconds(7200) + "\""));
        }
        Files.write(samples, lines);
        Cli.Result stepped = cli().run("report", "out");
        assertThat(stepped.exitCode()).as(stepped.toString()).isZero();
        assertThat(scores()).isEqualTo(numbers);

        lines.add(3, lines.get(3).substring(0, 40));
        Files.write(samples, lines);
        Cli.Result damaged = cli().run("report", "out");
        assertThat(damaged.exitCode()).as(damaged.toString()).isZero();
        assertThat(damaged.out().replaceAll("\\s+", " "))
                .contains("samples.jsonl, line 4 cannot be read and is left out");
        assertThat(directory.resolve("out/report.md")).content().contains("line 4 cannot be read");
        assertThat(scores()).isEqualTo(numbers);
    }

    /** Scores and ratios, without what depends on the order in which they were measured. */
    private List<String> scores() throws IOException {
        return Files.readAllLines(directory.resolve("out/comparison.csv")).stream()
                .map(line -> line.replaceAll("(,[^,]*){10}$", ""))
                .toList();
    }

    /** The first cell has failed, the others are ok, and nothing is left but the run directory, which is whole. */
    private RunRecord firstFails(Process process) throws Exception {
        Cli.Result result = cli().finish(process);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        RunRecord record = record();
        assertThat(record.summaries().get(1).outcome()).as(result.out()).isEqualTo(Outcome.FAILED);
        assertThat(record.count(Outcome.OK))
                .as(result.out())
                .isEqualTo(record.summaries().size() - 1L);
        assertThat(record.samples().damages()).isEmpty();
        assertThat(record.samples()).anyMatch(sample -> sample.cell() == 2 && !sample.warmup());
        assertThat(JsonMapper.shared().readTree(Files.readString(directory.resolve("out/jmh.json"))))
                .hasSize(record.summaries().size() - 1);
        assertThat(directory.resolve("out/report.html")).exists();
        assertThat(data).isEmptyDirectory();
        return record;
    }

    private RunRecord record() throws IOException {
        return RunDirectory.read(directory.resolve("out"));
    }

    private Cli cli() {
        return Cli.in(directory).andClasses(classes);
    }

    private Process startFaulty(String parameter, String... more) throws IOException {
        RequiredServers.assume("postgresql");
        List<String> words = new ArrayList<>(
                List.of("run", "faulty", "-p", parameter, "--target", "postgresql", "--target", "h2-mem"));
        words.addAll(List.of(more));
        return start(words.toArray(String[]::new));
    }

    private Process start(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        if (!all.contains("--data-dir")) {
            all.addAll(List.of("--data-dir", data.toString()));
        }
        return cli().start(withShort(all.toArray(String[]::new)));
    }

    /** Adds what the words do not set. */
    private static String[] withShort(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        for (int i = 0; i < SHORT.length; i += 2) {
            if (!all.contains(SHORT[i])) {
                all.addAll(List.of(SHORT[i], SHORT[i + 1]));
            }
        }
        return all.toArray(String[]::new);
    }

    private void await(Process process, String file, String text) throws IOException, InterruptedException {
        await(process, directory.resolve("out").resolve(file), text);
    }

    private void await(Process process, Path file, String text) throws IOException, InterruptedException {
        Pattern pattern = Pattern.compile(text);
        while (!Files.exists(file) || !pattern.matcher(Files.readString(file)).find()) {
            if (!process.isAlive()) {
                throw new AssertionError("ended before '" + text + "': " + cli().finish(process));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** PostgreSQL's main process and its children. */
    private static List<ProcessHandle> postgres(Process process) {
        return process.children()
                .filter(child -> child.info().command().orElse("").endsWith("/postgres"))
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
                .toList();
    }

    private static ProcessHandle awaitDoing(Process process, String command) throws InterruptedException {
        while (true) {
            for (ProcessHandle session : postgres(process)) {
                if (isDoing(session, command)) {
                    return session;
                }
            }
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** PostgreSQL states in the arguments of a session's process what it does. */
    private static boolean isDoing(ProcessHandle session, String command) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(session.pid()), "cmdline"))
                    .contains(" " + command);
        } catch (IOException e) {
            return false; // gone
        }
    }

    private static void signal(String name, List<ProcessHandle> processes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        assertThat(new ProcessBuilder(command).start().waitFor())
                .as(command.stream().collect(Collectors.joining(" ")))
                .isZero();
    }

    /** A small file system; the test is skipped where it may not be mounted. */
    private Path mounted(String name, String size) throws IOException, InterruptedException {
        Path place = Files.createDirectory(temp.resolve(name));
        assumeThat(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", place.toString())
                        .redirectErrorStream(true)
                        .start()
                        .waitFor())
                .as("may mount a small file system")
                .isZero();
        return place;
    }

    private static void unmount(Path place) throws IOException, InterruptedException {
        new ProcessBuilder("umount", "-l", place.toString()).start().waitFor();
    }

    /** Fills a disk. */
    private static void fill(Path ballast) throws IOException {
        byte[] part = "x".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        try (var out = Files.newOutputStream(ballast)) {
            for (int i = 0; i < 100_000; i++) {
                out.write(part);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }
}
