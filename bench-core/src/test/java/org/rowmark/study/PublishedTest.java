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
import org.rowmark.result.PublishedFigures;
import org.rowmark.run.workloads.Answers;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workloads;

class PublishedTest {
    private static final String STUDY = """
            question: "?"
            workloads: { answers: { how: well } }
            targets: [h2-mem]
            published:
            """;

    @TempDir
    Path temp;

    @Test
    void takes_the_file_beside_the_study_before_one_of_the_same_name_that_comes_along() throws IOException {
        Files.writeString(temp.resolve("answers.csv"), "# Mine of 5.7, in\n# two lines. With conditions.\na,b\n");

        assertThat(read("  answers.csv:\n  rows.csv:\n"))
                .extracting(published -> published.figures().title())
                .containsExactly("Mine of 5.7, in two lines", "rows of others");
    }

    @Test
    void takes_a_quoted_comma_for_a_part_of_the_field() {
        assertThat(PublishedFigures.rows("finding,figure\n\"slower, by far\",2\n"))
                .containsExactly(List.of("finding", "figure"), List.of("slower, by far", "2"));
    }

    @Test
    void refuses_a_row_with_more_fields_than_columns() throws IOException {
        Files.writeString(temp.resolve("answers.csv"), "finding,figure\nslower, by far,2\n");

        assertThatThrownBy(() -> read("  answers.csv:\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("published: answers.csv is no CSV: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nowhere.csv:                                   | nowhere.csv is neither a file beside the study nor
            ../up.csv:                                     | give the name of a CSV file without its directory
            rows.csv: { rowKey: how }                      | give all of rowKey, rowColumn, baselineColumn
            rows.csv: { rowKey: how, rowColumn: tst, baselineColumn: a_s, otherColumn: b_s, better: lower }| no column 'tst'; did you mean test
            rows.csv: { rowKey: how, rowColumn: test, baselineColumn: a_s, otherColumn: b_s, better: less }| better: 'less'; valid: higher, lower
            rows.csv: { titel: x }                         | unknown key 'titel'; did you mean title
            """)
    void refuses_what_cannot_be_found_or_matched(String line, String message) {
        assertThatThrownBy(() -> read("  " + line + "\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refuses_to_match_by_a_parameter_that_no_workload_has() throws IOException {
        Published published =
                read("  rows.csv: { rowKey: who, rowColumn: test, baselineColumn: a_s, otherColumn: b_s, better: lower }")
                        .get(0);
        Selection selection = Selection.of(Workloads.all().of(Answers.class), Map.of());

        assertThatThrownBy(() -> published.requireKnown(List.of(selection)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("rowKey 'who'; did you mean how");
    }

    private List<Published> read(String lines) throws IOException {
        Path file = Files.writeString(temp.resolve("mine.yaml"), STUDY + lines);
        return Studies.named(file.toString()).reporting().published();
    }
}
