package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.run.AnswerRuns.summary;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.run.workloads.Answers;

/** Runs with forks that fail, die or hang. */
class FailingForksTest {
    @TempDir
    Path temp;

    @Test
    void reports_a_failed_cell_and_keeps_the_others() throws IOException {
        RunRecord record = answers("sql error", "well").rounds(1).run();

        assertThat(summary(record, "sql error").outcome()).isEqualTo(Outcome.FAILED);
        assertThat(summary(record, "sql error").reason()).contains("NOWHERE").doesNotContain("\n");
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
        assertThat(answers().jmhJson().size()).isEqualTo(1);
    }

    @Test
    void reports_what_a_check_at_the_end_of_a_fork_finds_and_counts_none_of_its_iterations() throws IOException {
        RunRecord record = answers(Answers.WRONG, "well").rounds(1).run();

        assertThat(summary(record, Answers.WRONG).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(summary(record, Answers.WRONG).reason()).contains("expected 1 row, found 2");
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
        assertThat(answers().jmhJson().size()).isEqualTo(1);
    }

    @Test
    void survives_a_fork_that_dies() throws IOException {
        RunRecord record = answers("halt", "well").rounds(1).run();

        assertThat(summary(record, "halt").reason()).contains("exit code 42");
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void reports_the_message_of_an_exception_that_cannot_be_serialised() throws IOException {
        RunRecord record = answers("not serialisable").rounds(1).run();

        assertThat(summary(record, "not serialisable").reason()).contains("the driver says no");
    }

    @Test
    void kills_a_fork_that_outlives_its_limit_and_goes_on() throws IOException {
        RunRecord record = answers("hang", "well").rounds(1).limit("8s").run();

        assertThat(summary(record, "hang").reason())
                .startsWith("killed after 8 s, hung in Thread.sleep")
                .contains(", called by Answers.answer:")
                .endsWith("; give it more time with --timeout");
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .contains("killed where it hung:")
                .containsPattern("at .*Answers.answer\\(Answers.java:");
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
        assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void gives_a_cell_up_that_has_failed_twice() throws IOException {
        RunRecord record = answers("sql error").rounds(3).run(FakeForks.ofOneIteration((cell, time) -> {
            throw new RunnerException("failure " + time);
        }));

        assertThat(record.outcomes()).hasSize(3);
        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsOnly(Outcome.FAILED);
        assertThat(record.outcomes().get(1).reason()).contains("failure 2");
        assertThat(record.outcomes().get(2).reason()).isEqualTo("not tried again after failing twice in a row");
    }

    @Test
    void goes_on_with_a_cell_that_fails_now_and_then() throws IOException {
        RunRecord record = answers("sql error").rounds(6).run(FakeForks.ofOneIteration((cell, time) -> {
            if (time % 2 == 0) {
                throw new RunnerException("failure " + time);
            }
            return time;
        }));

        assertThat(record.outcomes())
                .extracting(CellOutcome::reason)
                .containsExactly("", "failure 2", "", "failure 4", "", "failure 6");
    }

    @Test
    void removes_the_temporary_files_of_a_fork_that_died() throws IOException {
        RunRecord record = answers("unpack and halt").rounds(1).run();

        assertThat(summary(record, "unpack and halt").reason()).contains("exit code 42");
        assertThat(temp.resolve("data")).isEmptyDirectory();
        assertThat(Path.of(System.getProperty("java.io.tmpdir")))
                .isDirectoryNotContaining("glob:**/" + Answers.UNPACKED + "*");
    }

    private AnswerRuns answers(String... how) {
        return AnswerRuns.in(temp, how);
    }
}
