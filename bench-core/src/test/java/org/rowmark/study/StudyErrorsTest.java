package org.rowmark.study;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Errors of study files: one line with file, line, key and what is accepted. */
class StudyErrorsTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            restart: sometimes       | line 4: restart: 'sometimes'; valid: round, run
            order: interleavd        | line 4: order: 'interleavd'; did you mean interleaved?
            roundz: 5                | line 4: unknown key 'roundz'; did you mean rounds?
            rounds: five             | line 4: rounds: 'five': give a whole number
            counters: often          | line 4: counters: 'often'; valid: off, on, timed
            vary: 5                  | line 4: key 'vary': give keys with values
            vary: { x: { y: 1 } }    | line 4: key 'x': give one value
            link: { values: [fast] } | line 4: link: values: no preset, or parts such as rtt=500us,bandwidth=1g: 'fast'; valid:
            view: { column: how }    | line 4: view: give column:
            view: { column: hwo, baseline: well } | line 4: view: no parameter or varied setting 'hwo'
            control: { workload: answer } | line 4: control: workload 'answer'; did you mean answers?
            publishedProtocol: { order: any } | line 4: publishedProtocol: order: 'any'
            """)
    void name_line_key_and_what_is_accepted(String line, String message) {
        assertThatThrownBy(() -> resolve("question: q\nworkloads: { answers: }\ntargets: [h2-mem]\n" + line + "\n"))
                .isInstanceOf(UsageException.class)
                .message()
                .startsWith("study mine, " + message)
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { answers: }           | [h2-men] | line 3: targets: unknown target 'h2-men'; did you mean h2, h2-mem, h2-tcp?
            { answer: }            | [h2-mem] | line 2: workloads: answer: unknown workload 'answer'; did you mean answers
            { answers: { hwo: x }} | [h2-mem] | line 2: workloads: answers: unknown parameter 'hwo'; did you mean how
            """)
    void name_the_line_of_a_name_that_does_not_exist(String workloads, String targets, String message) {
        assertThatThrownBy(() -> resolve("question: q\nworkloads: " + workloads + "\ntargets: " + targets + "\n"))
                .isInstanceOf(UsageException.class)
                .message()
                .startsWith("study mine, " + message);
    }

    @Test
    void names_the_databases_of_a_study_where_a_target_is_of_another() {
        assertThatThrownBy(() -> resolve(
                        "question: q\nworkloads: { answers: }\ntargets: [h2-mem]\ndatabases: [mysql, mariadb]\n"))
                .hasMessage("target 'h2-mem': study mine is about mysql, mariadb, and this is h2; name another with"
                        + " --target");
    }

    private void resolve(String yaml) throws IOException {
        String file = Files.writeString(temp.resolve("mine.yaml"), yaml).toString();
        RunRequest.resolve(RunOptions.NONE.with(RunOption.STUDY, file), Workloads.all(), Targets.builtIn());
    }
}
