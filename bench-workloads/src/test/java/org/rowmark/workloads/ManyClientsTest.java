package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.CommittedUpdates;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.clients.ClientRecord.ClientShare;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunListener.Recent;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workloads;

/** Several clients, processes of this machine, against one PostgreSQL. */
class ManyClientsTest {
    @TempDir
    private Path temp;

    private PrivateServer server;

    @BeforeEach
    void start() throws IOException {
        temp.toFile().setExecutable(true, false); // servers may run as users of their own
        server = PrivateServer.start("postgresql", Map.of(), Files.createDirectory(temp.resolve("server")));
    }

    @AfterEach
    void end() {
        if (server != null) { // else there is none on this machine
            server.close();
        }
    }

    private RunRecord run(RunOptions options, RunListener listener) throws IOException {
        String url = server.endpoint().url();
        String user = server.endpoint().user().orElseThrow();
        String password = server.endpoint().password().orElseThrow().reveal();
        String access = (url.contains("?") ? "&" : "?") + "user=" + user + "&password=" + password;
        Target target = Target.external("theirs", "postgresql", url + access);
        RunOptions all = options.targets(List.of("theirs"))
                .with(RunOption.WARMUPS, Warmups.of(1))
                .withText(RunOption.OVERLAP, "1%") // what is tested is not how steady this machine is
                .withText(RunOption.WARMUP_TIME, "100ms")
                .with(RunOption.TIME, options.get(RunOption.TIME).orElse(Duration.ofMillis(500)))
                .with(RunOption.DATA_DIR, temp.resolve("data"))
                .with(RunOption.OUT, temp.resolve("out"));
        Targets targets = Targets.builtIn().with(Map.of("theirs", () -> target));
        return BenchmarkRun.run(Plan.of(RunRequest.resolve(all, Workloads.all(), targets)), listener);
    }

    private static RunOptions updates() {
        return RunOptions.NONE.workloads(List.of("update-single")).parameters(Map.of("commit", List.of("every")));
    }

    @Test
    void operations_of_two_clients_add_up_to_those_that_the_server_committed() throws IOException, SQLException {
        try (Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            CommittedUpdates.begin(connection);
        }

        RunRecord record = run(
                updates()
                        .withText(RunOption.CLIENTS, "2")
                        .with(RunOption.ROUNDS, 1)
                        .with(RunOption.ITERATIONS, 2),
                RunListener.NONE);

        assertThat(record.outcomes()).extracting(CellOutcome::reason).containsExactly("");
        List<Sample> samples = new ArrayList<>();
        record.samples().forEach(samples::add);
        assertThat(samples).hasSize(3);
        long operations = samples.stream().mapToLong(Sample::operations).sum();
        try (Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            assertThat(CommittedUpdates.count(connection)).isPositive().isEqualTo(operations);
        }
        assertThat(record.clients().shares()).extracting(ClientShare::client).contains(1, 2);
        assertThat(record.clients().shares().stream()
                        .mapToLong(ClientShare::operations)
                        .sum())
                .isEqualTo(operations);
    }

    @Tag("slow")
    @Test
    void what_all_did_in_the_last_second_is_known_while_they_measure() throws IOException {
        List<Recent> seconds = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public Optional<Duration> recentEvery(Duration ofFork) {
                return Optional.of(Duration.ofSeconds(1));
            }

            @Override
            public void recent(PlannedCell cell, Recent ofAll) {
                seconds.add(ofAll);
            }
        };

        RunRecord record = run(
                updates()
                        .withText(RunOption.CLIENTS, "2")
                        .with(RunOption.ROUNDS, 1)
                        .with(RunOption.ITERATIONS, 1)
                        .with(RunOption.TIME, Duration.ofSeconds(4)),
                listener);

        assertThat(seconds).hasSizeBetween(2, 3);
        for (Sample sample : record.samples()) {
            if (!sample.warmup()) {
                assertThat(seconds.get(1).operationsPerSecond()).isBetween(sample.score() / 4, sample.score() * 4);
            }
        }
    }

    @Tag("slow")
    @Test
    void workloads_that_check_whole_tables_check_the_work_of_all_clients() throws IOException {
        RunRecord record = run(
                RunOptions.NONE
                        .workloads(List.of("oltp", "insert-batch"))
                        .parameters(Map.of(
                                "items", List.of("100"),
                                "customers", List.of("30"),
                                "batchSize", List.of("10"),
                                "rewrite", List.of("off")))
                        .withText(RunOption.CLIENTS, "2")
                        .with(RunOption.ROUNDS, 1)
                        .with(RunOption.ITERATIONS, 1),
                RunListener.NONE);

        assertThat(record.outcomes()).extracting(CellOutcome::reason).containsExactly("", "");
    }

    @Tag("slow")
    @Test
    void a_setup_script_is_executed_by_one_client_for_all() throws IOException {
        Path setup = Files.writeString(
                temp.resolve("setup.sql"),
                "create table mine (n integer primary key);\nselect pg_sleep(3);\ninsert into mine values (1)");
        Path file = Files.writeString(temp.resolve("mine.sql"), "select count(*) from mine");

        RunRecord record = run(
                RunOptions.NONE
                        .withText(RunOption.SQL, file.toString())
                        .with(RunOption.SQL_SETUP, setup)
                        .with(RunOption.SQL_WRITES, true)
                        .withText(RunOption.CLIENTS, "2")
                        .with(RunOption.ROUNDS, 1)
                        .with(RunOption.ITERATIONS, 1),
                RunListener.NONE);

        assertThat(record.outcomes()).extracting(CellOutcome::reason).containsExactly("");
    }

    @Tag("slow")
    @Test
    void a_killed_client_fails_its_cell_and_the_next_round_has_it_again() throws IOException {
        CompletableFuture<Boolean> killed = new CompletableFuture<>();

        RunRecord record = run(
                updates()
                        .withText(RunOption.CLIENTS, "2")
                        .with(RunOption.ROUNDS, 2)
                        .with(RunOption.ITERATIONS, 1),
                new RunListener() {
                    @Override
                    public void cellStarted(int round, PlannedCell cell) {
                        if (round == 1) {
                            killed.completeAsync(() -> killSecondClient());
                        }
                    }
                });

        assertThat(killed).isCompletedWithValue(true);
        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsExactly(Outcome.FAILED, Outcome.OK);
        assertThat(record.outcomes().get(0).reason()).contains("client 2 of 2").contains("has ended: exit code 137");
    }

    /** Kills the second client when its fork runs. */
    private static boolean killSecondClient() {
        while (true) {
            List<ProcessHandle> measuring = ProcessHandle.current()
                    .children()
                    .filter(ManyClientsTest::isSecond)
                    .filter(client -> client.children()
                            .anyMatch(child -> child.info().command().orElse("").endsWith("java")))
                    .toList();
            if (!measuring.isEmpty()) {
                return measuring.get(0).destroyForcibly();
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static boolean isSecond(ProcessHandle process) {
        Path arguments = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
        try (Stream<String> words = Stream.of(Files.readString(arguments).split("\0", -1))) {
            return words.anyMatch("2/2"::equals);
        } catch (IOException e) {
            return false; // it has ended
        }
    }
}
