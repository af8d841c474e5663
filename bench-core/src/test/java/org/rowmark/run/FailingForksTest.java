package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.run.AnswerRuns.summary;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.workloads.Answers;

/** Runs with forks that fail, die or hang. */
class FailingForksTest {
    @TempDir
    private static Path shared;

    /** One run of forks that fail or die, and of one that ends well. */
    private static AnswerRuns mixed;

    private static RunRecord record;

    @TempDir
    Path temp;

    @BeforeAll
    static void fail() throws IOException {
        mixed = AnswerRuns.in(shared, "sql error", Answers.WRONG, "unpack and halt", "not serialisable", "well");
        record = mixed.run();
    }

    @Test
    void keeps_the_cells_that_do_not_fail() throws IOException {
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
        assertThat(mixed.jmhJson().size()).isEqualTo(1);
    }

    @Test
    void reports_a_failed_cell_in_one_line() {
        assertThat(summary(record, "sql error").outcome()).isEqualTo(Outcome.FAILED);
        assertThat(summary(record, "sql error").reason()).contains("NOWHERE").doesNotContain("\n");
    }

    @Test
    void reports_what_a_check_at_the_end_of_a_fork_finds_and_counts_none_of_its_iterations() {
        assertThat(summary(record, Answers.WRONG).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(summary(record, Answers.WRONG).reason()).contains("expected 1 row, found 2");
    }

    @Test
    void reports_the_message_of_an_exception_that_cannot_be_serialised() {
        assertThat(summary(record, "not serialisable").reason()).contains("the driver says no");
    }

    @Test
    void kills_a_fork_that_outlives_its_limit_and_goes_on() throws IOException {
        Fork.Measuring fake = FakeForks.ofOneIteration((cell, time) -> 1);
        RunRecord hanging = answers("hang", "well")
                .limit("16s")
                .run((fork, recorder) -> fork.cell().parameters().containsValue("hang")
                        ? fork.measure(recorder)
                        : fake.measure(fork, recorder));

        assertThat(summary(hanging, "hang").reason())
                .startsWith("killed after 16 s, hung in Thread.sleep")
                .contains(", called by Answers.answer:")
                .endsWith("; give it more time with --timeout");
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .contains("killed where it hung:")
                .containsPattern("at .*Answers.answer\\(Answers.java:");
        assertThat(summary(hanging, "well").outcome()).isEqualTo(Outcome.OK);
        assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void gives_a_cell_up_that_has_failed_twice() throws IOException {
        RunRecord given = answers("sql error").rounds(3).run(FakeForks.ofOneIteration((cell, time) -> {
            throw new RunnerException("failure " + time);
        }));

        assertThat(given.outcomes()).hasSize(3);
        assertThat(given.outcomes()).extracting(CellOutcome::outcome).containsOnly(Outcome.FAILED);
        assertThat(given.outcomes().get(1).reason()).contains("failure 2");
        assertThat(given.outcomes().get(2).reason()).isEqualTo("not tried again after failing twice in a row");
    }

    @Test
    void goes_on_with_a_cell_that_fails_now_and_then() throws IOException {
        RunRecord given = answers("sql error").rounds(6).run(FakeForks.ofOneIteration((cell, time) -> {
            if (time % 2 == 0) {
                throw new RunnerException("failure " + time);
            }
            return time;
        }));

        assertThat(given.outcomes())
                .extracting(CellOutcome::reason)
                .containsExactly("", "failure 2", "", "failure 4", "", "failure 6");
    }

    @Test
    void survives_a_fork_that_dies_and_removes_its_temporary_files() {
        assertThat(summary(record, "unpack and halt").reason()).contains("exit code 42");
        assertThat(shared.resolve("data")).isEmptyDirectory();
        assertThat(Path.of(System.getProperty("java.io.tmpdir")))
                .isDirectoryNotContaining("glob:**/" + Answers.UNPACKED + "*");
    }

    private AnswerRuns answers(String... how) {
        return AnswerRuns.in(temp, how);
    }
}
