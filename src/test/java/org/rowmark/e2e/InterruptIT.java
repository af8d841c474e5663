package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Manifest;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run that is broken off: by Ctrl-C, by kill, by the death of its process. */
class InterruptIT {
    private static final String NOTHING_MEASURED = "interrupted before the first round; nothing was measured";

    @TempDir
    Path temp;

    private Path directory;
    private Path data;

    @BeforeEach
    void makeDirectories() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
        data = Files.createDirectory(temp.resolve("data"));
        temp.toFile().setExecutable(true, false);
    }

    @Test
    void stops_servers_and_forks_and_keeps_the_record() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = startLongRun("postgresql");

        signal("INT", process);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

        RunRecord record = RunDirectory.read(directory.resolve("out"));
        assertThat(record.samples()).isNotEmpty();
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.INTERRUPTED);
        awaitNoProcessNaming(data);
        try (Stream<Path> left = Files.list(data)) {
            assertThat(left).isEmpty();
        }
        Cli.Result report = cli().run("report", "out");
        assertThat(report.exitCode()).isZero();
        assertThat(directory.resolve("out/report.md")).content().containsIgnoringCase("interrupted");
    }

    @Test
    void leaves_nothing_of_a_run_that_was_loading() throws Exception {
        RequiredServers.assume("postgresql");
        Cli cli = cli().interruptible();
        Process process = startLoading(cli, "--target", "postgresql");

        interrupt(cli, process, process.toHandle(), NOTHING_MEASURED);

        assertThat(directory.resolve("out")).doesNotExist();
        awaitNoProcessNaming(data);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void states_which_data_of_later_runs_was_loaded() throws Exception {
        RequiredServers.assume("postgresql");
        Cli cli = cli().interruptible();
        List<String> words = new ArrayList<>(List.of("prepare", "point-select", "-p", "rows=200000"));
        words.addAll(List.of("--target", "h2", "--target", "postgresql", "--data-dir", data.toString()));
        Process process = cli.start(words.toArray(String[]::new));

        interrupt(cli, process, process.toHandle(), "\ninterrupted; loaded: h2; not loaded: postgresql\n");

        awaitNoProcessNaming(data);
        assertThat(data).isEmptyDirectory();
    }

    @Tag("slow")
    @Test
    void leaves_to_the_next_run_what_was_loaded_on_a_server_by_url() throws Exception {
        try (PasswordServer theirs = PasswordServer.start("postgresql", temp, "canary")) {
            try (Connection connection = theirs.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table theirs (id int)");
            }
            theirs.targetsFile(directory.resolve("targets.yaml"), "canary");
            Cli cli = cli().interruptible();
            Process process = startLoading(cli, "--targets-file", "targets.yaml", "--target", "theirs");

            interrupt(cli, process, ProcessHandle.current(), NOTHING_MEASURED);

            assertThat(directory.resolve("out")).doesNotExist();
            assertThat(data).isEmptyDirectory();
            assertThat(tables(theirs))
                    .contains("rowmark_marker")
                    .allMatch(table -> table.equals("theirs") || table.startsWith("rowmark_"));
            Cli.Result next =
                    cli().runTiny("ping", "--targets-file", "targets.yaml", "--target", "theirs", "--rounds", "1");
            assertThat(next.exitCode()).as(next.toString()).isZero();
            assertThat(tables(theirs)).containsExactly("theirs");
        }
    }

    @Test
    void exports_the_rounds_that_were_done() throws Exception {
        Process process = startLongRun("h2", "--rounds", "1000", "--iterations", "1", "--time", "100ms");
        Path samples = directory.resolve("out/samples.jsonl");
        while (!Files.readString(samples).contains("\"round\":2,")) { // then the first one is exported
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(50);
        }

        process.destroy(); // SIGTERM
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

        JsonNode cells = JsonMapper.shared().readTree(Files.readString(directory.resolve("out/jmh.json")));
        assertThat(cells)
                .singleElement()
                .satisfies(cell -> assertThat(cell.get("forks").asInt()).isPositive());
    }

    @Tag("slow")
    @Test
    void leaves_no_fork_behind_when_its_process_is_killed() throws Exception {
        Process process = startLongRun("h2");

        process.destroyForcibly().waitFor();

        awaitNoProcessNaming(data);
        assertThat(RunDirectory.read(directory.resolve("out")).samples()).isNotEmpty();
    }

    private Cli cli() {
        return Cli.in(directory).andCache(temp.resolve("cache"));
    }

    /** Starts a run that loads for seconds. */
    private Process startLoading(Cli cli, String... target) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "point-select", "-p", "rows=3000000", "--rounds", "1"));
        words.addAll(List.of(target));
        words.addAll(List.of("--data-cache", "off", "--out", "out", "--data-dir", data.toString()));
        return cli.start(words.toArray(String[]::new));
    }

    /** Interrupts it once it loads. */
    private static void interrupt(Cli cli, Process run, ProcessHandle aboveServer, String printed) throws Exception {
        PostgresSessions.awaitDoing("COPY", aboveServer, run);
        signal("INT", run);
        Cli.Result result = cli.finish(run);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(130);
        assertThat(result.out()).contains(printed).doesNotContain("was not loaded");
        assertThat(result.err().lines())
                .allMatch(line ->
                        line.startsWith("warning: ") || line.startsWith("rowmark: removed what a killed run had left"));
    }

    private static void signal(String name, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private static List<String> tables(PasswordServer server) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select tablename from pg_tables where schemaname = 'public'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /** Starts a run that would take an hour, and waits until it has a first sample. */
    private Process startLongRun(String target) throws IOException, InterruptedException {
        return startLongRun(target, "--rounds", "1", "--iterations", "3600", "--time", "1s");
    }

    private Process startLongRun(String target, String... timing) throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of("run", "point-select", "-p", "rows=100", "--target", target, "--warmups", "0"));
        words.addAll(List.of(timing));
        words.addAll(List.of("--out", "out", "--data-dir", data.toString()));
        Process process = cli().interruptible().start(words.toArray(String[]::new));
        Path samples = directory.resolve("out/samples.jsonl");
        while (!Files.exists(samples) || Files.size(samples) == 0) {
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return process;
    }

    private static void awaitNoProcessNaming(Path path) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(path.toString()))) {
            assertThat(System.nanoTime())
                    .as("processes still running for " + path)
                    .isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
