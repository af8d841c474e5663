package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.PostgresSessions;
import org.rowmark.e2e.Progress;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;

/** Faults in the middle of runs: the cell in question fails with its reason, and the others have their results. */
@EnabledOnOs(OS.LINUX)
class FaultsIT {
    @TempDir
    private static Path classes;

    @TempDir
    Path temp;

    private FaultyRun run;

    @BeforeAll
    static void compileWorkload() throws IOException {
        FaultyWorkload.compile(classes);
    }

    @BeforeEach
    void makeDirectories() throws IOException {
        run = FaultyRun.in(temp).andClasses(classes);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    none     | samples.jsonl | "cell":1,"warmup":true
                    teardown | log.txt       | tearing down
                    """)
    void a_server_that_is_killed_at_another_time_fails_the_cell_that_it_serves_too(
            String fault, String file, String moment) throws Exception {
        a_server_that_is_killed_fails_the_cell_that_it_serves(fault, file, moment);
    }

    /** The cell on PostgreSQL is the first of the plan, the other one is on H2. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    none | samples.jsonl | "cell":1,"warmup":false
                    """)
    void a_server_that_is_killed_fails_the_cell_that_it_serves(String fault, String file, String moment)
            throws Exception {
        Process process = startFaulty("fault=" + fault);
        Progress.await(process, run.out(file), moment);
        FaultyRun.signal(process, "KILL", "postgres");

        RunRecord record = run.firstFails(process);

        assertThat(record.summaries().get(1).reason()).hasLineCount(1);
    }

    @Tag("slow")
    @Test
    void a_server_that_is_killed_while_it_is_checked_ends_the_run_before_it_begins() throws Exception {
        Process process = startFaulty("fault=none");
        while (process.children().noneMatch(FaultsIT::isServer)) {
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(5);
        }
        FaultyRun.signal(process, "KILL", "postgres");
        Cli.Result result = run.finish(process);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        // without "cannot be" between the first answer of the server and the check
        assertThat(result.error()).startsWith("error: ").containsPattern("target 'postgresql'( cannot be|: )");
        assertThat(run.out("")).doesNotExist();
        assertThat(run.data()).isEmptyDirectory();
    }

    @Tag("slow")
    @Test
    void a_server_that_is_killed_while_it_loads_is_loaded_again_by_the_fork() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = run.start(
                "run",
                "point-select",
                "-p",
                "rows=1000000",
                "--target",
                "postgresql",
                "--target",
                "h2-mem",
                "--data-cache",
                "off");
        PostgresSessions.awaitDoing("COPY", process.toHandle(), process);
        FaultyRun.signal(process, "KILL", "postgres");
        Cli.Result result = run.finish(process);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("the data of point-select rows=1000000 on postgresql was not loaded: ");
        assertThat(run.record().count(Outcome.OK)).isEqualTo(2);
        assertThat(run.data()).isEmptyDirectory();
    }

    /**
     * It hangs in the workload, or in the counters, which are read between iterations. SecretsInFaultsIT has a workload
     * that hangs by itself.
     */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
                    load ~ log.txt       ~ loading                 ~ Faulty\\.begin
                    none ~ samples.jsonl ~ "cell":1,"warmup":false ~ (Faulty\\.query|CounterConnection\\.read)
                    """)
    void a_server_that_is_stopped_fails_the_cell_at_its_limit_with_the_place_where_it_hung(
            String fault, String file, String moment, String place) throws Exception {
        Process process = startFaulty("fault=" + fault, "--warmups", "1", "--timeout", "10s");
        Progress.await(process, run.out(file), moment);
        FaultyRun.signal(process, "STOP", "postgres");

        RunRecord record = run.firstFails(process);

        assertThat(record.summaries().get(1).reason())
                .startsWith("killed after 10 s, hung in ")
                .contains(", called by ")
                .endsWith("; give it more time with --timeout");
        assertThat(run.out("log.txt"))
                .content()
                .contains("killed where it hung:")
                .containsPattern("at .*" + place + "\\(");
    }

    /** The second cell is on the same server, which is started again for it. */
    @Tag("slow")
    @Test
    void a_server_that_is_stopped_while_it_loads_fails_the_cell_with_the_place_where_loading_hung() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = run.start(
                "run",
                "point-select",
                "ping",
                "-p",
                "rows=1000000",
                "--target",
                "postgresql",
                "--data-cache",
                "off",
                "--timeout",
                "30s"); // for the second cell, too
        PostgresSessions.awaitDoing("COPY", process.toHandle(), process);
        FaultyRun.signal(process, "STOP", "postgres");

        RunRecord record = run.firstFails(process);

        assertThat(record.summaries().get(1).reason())
                .startsWith("it was not made ready: it did not end within 30 s, and hung in ")
                .endsWith("; give it more time with --timeout");
        assertThat(run.out("log.txt"))
                .content()
                .containsPattern("point-select.* on postgresql was not made ready: ")
                .containsPattern("at .*Tables\\.load\\(");
    }

    @Tag("slow")
    @Test
    void a_connection_that_is_cut_in_the_middle_of_a_result_fails_its_cell() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = run.start(
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
        Progress.await(process, run.out("log.txt"), "# one-result-set .*postgresql");
        ProcessHandle sending;
        do {
            sending = PostgresSessions.awaitDoing("SELECT", process.toHandle(), process);
            TimeUnit.SECONDS.sleep(1); // of twenty for a result
        } while (!PostgresSessions.isDoing(sending, "SELECT"));
        FaultyRun.signal(process, "KILL", "org.rowmark.link.Relay");

        RunRecord record = run.firstFails(process);

        assertThat(record.summaries().get(1).reason()).containsPattern("(?i)i/o error|connection|end of");
    }

    @Tag("slow")
    @Test
    void a_full_disk_of_the_servers_data_fails_the_cell() throws Exception {
        try (SmallDisk small = SmallDisk.in(temp, "150m")) {
            Process process =
                    startFaulty("fault=disk", "--data-dir", small.path().toString());

            RunRecord record = run.firstFails(process);

            assertThat(record.summaries().get(1).reason()).contains("No space left on device");
        }
    }

    @Tag("slow")
    @Test
    void a_fork_out_of_memory_fails_its_cell() throws Exception {
        Process process = startFaulty("fault=memory", "--", "-jvmArgsAppend", "-Xmx64m");

        RunRecord record = run.firstFails(process);

        assertThat(record.summaries().get(1).reason()).contains("OutOfMemoryError");
    }

    @Tag("slow")
    @Test
    void a_deadlock_fails_its_cell_with_the_databases_own_words() throws Exception {
        Process process = startFaulty("fault=deadlock", "--threads", "2");

        RunRecord record = run.firstFails(process);

        assertThat(record.summaries().get(1).reason()).contains("deadlock detected");
    }

    private Process startFaulty(String parameter, String... more) throws IOException {
        RequiredServers.assume("postgresql");
        List<String> words = new ArrayList<>(
                List.of("run", "faulty", "-p", parameter, "--target", "postgresql", "--target", "h2-mem"));
        words.addAll(List.of(more));
        return run.start(words.toArray(String[]::new));
    }

    /** The server is a child of the run; the server's program also runs as a child of initdb, for moments. */
    private static boolean isServer(ProcessHandle child) {
        return child.info().command().orElse("").endsWith("/postgres");
    }
}
