package org.rowmark.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.ReportView;
import org.rowmark.study.StudyReporting.ControlSpec;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** The report and the control that a study states. */
class StudyReportingTest {
    @TempDir
    Path temp;

    @Test
    void reads_view_and_control() throws IOException {
        RunRequest request = request(study("""
                vary: { LOCK_TIMEOUT: [100, 200] }
                view: { rows: [LOCK_TIMEOUT, target], column: how, baseline: well }
                control: { workload: answers, parameters: { how: well } }
                """));

        assertThat(request.output().reporting().view())
                .contains(new ReportView(List.of("LOCK_TIMEOUT", "target"), "how", "well"));
        assertThat(request.output().reporting().control()).contains(new ControlSpec("answers", Map.of("how", "well")));
    }

    @Test
    void has_nothing_where_a_study_has_nothing() throws IOException {
        assertThat(request(study("")).output().reporting()).isEqualTo(StudyReporting.NOTHING);
    }

    @Test
    void shows_a_target_against_itself_as_any_other() throws IOException {
        RunOptions aa = study("view: { column: how, baseline: well }\ncontrol: { workload: answers }")
                .workloads(List.of("answers"))
                .targets(List.of("h2-mem"))
                .asAa();

        assertThat(request(aa).output().reporting().view()).isEmpty();
        assertThat(request(aa).output().reporting().control()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            view: { column: hwo, baseline: well }                        | view: no parameter or varied setting 'hwo'; did you mean how?
            view: { rows: [Mode], column: how, baseline: well }          | view: no parameter or varied setting 'Mode'; valid: how, target, workload
            view: { column: how }                                        | view: give column:, the key that makes the columns, and baseline:
            view: { baseline: well }                                     | view: give column:
            control: { workload: answer }                                | control: workload 'answer'; did you mean answers?
            control: { parameters: { how: well } }                       | control: workload: is missing
            control: { workload: answers, parameters: { who: well } }    | control: parameter 'who'; did you mean how?
            control: { workload: answers, retries: 1 }                   | unknown key 'retries'; valid: parameters, workload
            """)
    void refuses_names_that_do_not_exist(String line, String message) {
        assertThatThrownBy(() -> request(study(line)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    private RunOptions study(String lines) throws IOException {
        Path file = Files.writeString(temp.resolve("mine.yaml"), """
                question: Is it so?
                workloads: { answers: { how: [well, halt] } }
                targets: [h2-mem]
                """ + lines + "\n");
        return RunOptions.NONE.with(RunOption.STUDY, file.toString());
    }

    private static RunRequest request(RunOptions options) {
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }
}
