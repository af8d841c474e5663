package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.run.FaultyDatabase.Call;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Whatever a database's own code throws concerns that database's cells and nobody else's. */
class FaultyDatabaseTest {
    @TempDir
    Path temp;

    private boolean external;

    @BeforeEach
    @AfterEach
    void reset() {
        FaultyDatabase.reset();
    }

    static Stream<Supplier<Throwable>> whatIsThrown() {
        return Stream.of(
                () -> new IllegalStateException("the driver gives up"),
                () -> new NoClassDefFoundError("the driver gives up"));
    }

    @ParameterizedTest
    @MethodSource("whatIsThrown")
    void fails_the_cells_of_a_server_that_does_not_start_and_keeps_the_others(Supplier<Throwable> thrown)
            throws IOException {
        FaultyDatabase.failFrom(2, Call.START, thrown); // the first one is that of the check

        RunRecord record = run(1, "faulty", "h2-mem");

        assertThat(outcomesOf(record, "faulty")).singleElement().satisfies(failed -> {
            assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(failed.reason()).isEqualTo("the server did not start: the driver gives up");
        });
        assertThat(outcomesOf(record, "h2-mem"))
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.OK);
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
    }

    @Test
    void fails_the_cells_of_a_server_that_has_no_endpoint_and_stops_it() throws IOException {
        FaultyDatabase.failFrom(2, Call.ENDPOINT, () -> new NullPointerException("no port"));

        RunRecord record = run(1, "faulty", "h2-mem");

        assertThat(outcomesOf(record, "faulty"))
                .extracting(CellOutcome::reason)
                .containsExactly("the server did not start: no port");
        assertThat(record.count(Outcome.OK)).isEqualTo(1);
        assertThat(FaultyDatabase.calls(Call.CLOSE)).isEqualTo(1 + 1 + 1); // of the check, the cell, the tidying
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("whatIsThrown")
    void logs_that_a_server_could_not_be_stopped_and_goes_on(Supplier<Throwable> thrown) throws IOException {
        FaultyDatabase.failFrom(2, Call.CLOSE, thrown);

        RunRecord record = run(2, "faulty", "h2-mem");

        assertThat(record.outcomes())
                .hasSize(4)
                .extracting(CellOutcome::outcome)
                .containsOnly(Outcome.OK);
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .contains("could not stop the server of faulty: the driver gives up");
    }

    @ParameterizedTest
    @EnumSource(names = {"START", "ENDPOINT", "CLOSE", "PREPARE", "FEATURES", "FACTS"})
    void does_not_begin_a_run_with_a_target_that_fails_its_check(Call call) {
        FaultyDatabase.failFrom(1, call, () -> new UnsatisfiedLinkError("no jfb in java.library.path"));

        assertThatThrownBy(() -> run(1, "faulty", "h2-mem"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'faulty'")
                .hasMessageContaining("no jfb in java.library.path");
        assertThat(temp.resolve("out")).doesNotExist();
        assertThat(temp.resolve("data")).isEmptyDirectory();
    }

    @Test
    void reports_the_failure_that_a_database_fails_to_explain() {
        FaultyDatabase.failFrom(1, Call.FACTS, () -> new SQLException("no such view"));
        FaultyDatabase.failFrom(1, Call.EXPLAIN, () -> new IllegalStateException("cannot explain"));

        assertThatThrownBy(() -> run(1, "faulty"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'faulty' cannot be used: no such view");
    }

    @Test
    void starts_no_server_for_cells_that_have_been_given_up() throws IOException {
        FaultyDatabase.failFrom(2, Call.START, () -> new IOException("no answer within 60 s"));

        RunRecord record = run(4, "faulty");

        assertThat(FaultyDatabase.calls(Call.START)).isEqualTo(1 + 2 + 1); // the last one to tidy up
        assertThat(record.outcomes())
                .extracting(CellOutcome::reason)
                .containsExactly(
                        "the server did not start: no answer within 60 s",
                        "the server did not start: no answer within 60 s",
                        "not tried again after failing twice in a row",
                        "not tried again after failing twice in a row");
    }

    @Test
    void logs_that_tables_could_not_be_dropped_and_completes_the_run() throws IOException {
        FaultyDatabase.failFrom(3, Call.START, () -> new NoClassDefFoundError("the driver gives up"));
        external = true;

        RunRecord record = run(1, "faulty");

        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .contains("could not drop Rowmark's tables on faulty: the driver gives up");
    }

    @Test
    void reports_that_what_a_target_needs_cannot_be_found_out() {
        FaultyDatabase.failFrom(1, Call.MISSING, () -> new IllegalStateException("no Docker socket"));

        assertThatThrownBy(() -> Targets.missing(FaultyDatabase.TARGET))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'faulty'")
                .hasMessageEndingWith("no Docker socket");
    }

    @Test
    void stops_the_servers_of_all_that_take_turns_though_the_file_of_one_cannot_be_deleted() throws IOException {
        RunOptions turns = options(1).targets(List.of("faulty")).asAa().with(RunOption.ORDER, RoundOrder.TURNS);
        Fork.Measuring measuring = (fork, recorder) -> {
            try {
                Files.delete(fork.endpointFile());
                Files.createDirectories(fork.endpointFile().resolve("in the way"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            throw new RunnerException("no turn is taken");
        };

        assertThatThrownBy(() -> BenchmarkRun.run(plan(turns), RunListener.NONE, measuring))
                .isInstanceOf(DirectoryNotEmptyException.class);
        assertThat(FaultyDatabase.calls(Call.START)).isGreaterThan(2);
        assertThat(FaultyDatabase.calls(Call.CLOSE)).isEqualTo(FaultyDatabase.calls(Call.START));
    }

    private static List<CellOutcome> outcomesOf(RunRecord record, String target) {
        return record.outcomes().stream()
                .filter(outcome -> record.manifest()
                        .cells()
                        .get(outcome.cell() - 1)
                        .target()
                        .equals(target))
                .toList();
    }

    private RunRecord run(int rounds, String... targets) throws IOException {
        return BenchmarkRun.run(
                plan(options(rounds).targets(List.of(targets))),
                RunListener.NONE,
                FakeForks.ofOneIteration((cell, time) -> 1));
    }

    private RunOptions options(int rounds) {
        return Bench.options(Workloads.all().of(Answers.class), "-wi", "1", "-w", "50ms", "-i", "1", "-r", "50ms")
                .with(RunOption.ROUNDS, rounds)
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
    }

    private Plan plan(RunOptions options) {
        Targets known = Targets.builtIn()
                .with(Map.of("faulty", () -> external ? FaultyDatabase.EXTERNAL : FaultyDatabase.TARGET));
        return Plan.of(RunRequest.resolve(options, Workloads.all(), known));
    }
}
