package org.rowmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.Bench;
import org.rowmark.run.workloads.Answers;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Several numbers of {@code --threads}. */
class ThreadSweepTest {
    @TempDir
    Path temp;

    private static RunOptions answers() {
        return Bench.options(Workloads.all().of(Answers.class), "-p", "how=well");
    }

    @Test
    void several_numbers_are_a_parameter_of_the_cells_which_have_as_many_threads() {
        Plan plan = Requests.plan(answers().withText(RunOption.THREADS, "1,2, 8"));

        assertThat(plan.cells())
                .extracting(cell -> cell.parameters().get(PlannedCell.THREADS))
                .containsExactly("1", "2", "8");
        assertThat(plan.cells()).extracting(plan.request()::threads).containsExactly(1, 2, 8);
        assertThat(plan.request().output().command()).contains(" --threads 1,2,8");
    }

    @Test
    void one_number_is_no_parameter() {
        Plan plan = Requests.plan(answers().withText(RunOption.THREADS, "4"));

        assertThat(plan.cells()).hasSize(1).allSatisfy(cell -> {
            assertThat(cell.parameters()).doesNotContainKey(PlannedCell.THREADS);
            assertThat(plan.request().threads(cell)).isEqualTo(4);
        });
    }

    @Test
    void numbers_of_a_study_are_swept_unless_the_user_gives_others() throws IOException {
        Path study = Files.writeString(temp.resolve("threads.yaml"), """
                question: How many?
                workloads: { answers: { how: well } }
                targets: [h2]
                threads: 1,4
                """);
        RunOptions options = RunOptions.NONE.withText(RunOption.STUDY, study.toString());

        assertThat(Requests.plan(options).cells())
                .extracting(cell -> cell.parameters().get(PlannedCell.THREADS))
                .containsExactly("1", "4");
        assertThat(Requests.request(options.withText(RunOption.THREADS, "3"))
                        .load()
                        .threads()
                        .counts())
                .isEqualTo(List.of(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1,x", "2,2", "1,", "-1", "10000"})
    void refuses_numbers_that_are_none_or_given_twice(String text) {
        assertThatThrownBy(() -> RunOption.THREADS.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessage("--threads '" + text
                        + "': give different numbers of threads from 1 to 9999, several separated by commas");
    }

    @Test
    void the_parameter_is_given_by_the_option() {
        RunOptions options = answers().parameter("threads=1,2");

        assertThatThrownBy(() -> Requests.request(options)).hasMessage("-p threads=…: give values with --threads");
    }
}
