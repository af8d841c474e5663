package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.View;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/** Rows that a database in the measuring process hands out as references, beside rows that others send. */
class NoBoundaryTest {
    private static final String WORDS = "rows do not cross a boundary, references to them are handed out";
    private static final Map<String, Sample.Metric> MEGABYTES = Map.of("MB", new Sample.Metric(54_400, "ops/s"));

    @TempDir
    private Path directory;

    @Test
    void are_in_no_mean_and_no_count_of_those_who_hand_them_out() {
        View view = view("h2");

        assertThat(view.answers()).hasSize(3).allSatisfy(answer -> {
            assertThat(answer.sentence().text()).doesNotContain("over");
            assertThat(answer.tally()).isEmpty();
            assertThat(answer.sentence().title()).isEqualTo("insert");
        });
        assertThat(ofFetch(view)).allMatch(CaseRatio::isReference);
    }

    @Test
    void leave_the_rows_of_others_in_their_means() {
        View view = view("derby");

        Map<Integer, GeometricMeanRow> means = GeometricMeanRow.of(view.table());
        assertThat(means.get(0).lines()).extracting(Case::title).containsExactly("insert");
        assertThat(means.get(1).lines()).extracting(Case::title).containsExactly("insert");
        assertThat(means.get(3).lines()).extracting(Case::title).containsExactlyInAnyOrder("insert", "fetch");
        assertThat(view.answers()).extracting(Answer::meanText).contains("geometric mean over insert, fetch");
    }

    @Test
    void are_named_by_the_databases_that_hand_them_out() {
        assertThat(ofFetch(view("h2")))
                .extracting(row -> row.notes().get(1))
                .containsExactly("h2 and hsqldb: " + WORDS, "h2: " + WORDS, "h2: " + WORDS);
        assertThat(ofFetch(view("derby")))
                .extracting(row -> String.join("; ", row.notes()))
                .satisfiesExactly(
                        ofH2 -> assertThat(ofH2).endsWith("counts; " + WORDS),
                        ofHsqldb -> assertThat(ofHsqldb).endsWith("counts; " + WORDS),
                        ofSqlite -> assertThat(ofSqlite).isEmpty());
    }

    @Test
    void have_no_megabytes_per_second() {
        assertThat(view("h2").table().lines().get(1).columnValues())
                .extracting(side -> side.cell().values().secondary().keySet())
                .satisfiesExactly(
                        ofH2 -> assertThat(ofH2).isEmpty(),
                        ofHsqldb -> assertThat(ofHsqldb).isEmpty(),
                        ofDerby -> assertThat(ofDerby).containsExactly("MB/s"),
                        ofSqlite -> assertThat(ofSqlite).containsExactly("MB/s"));
    }

    @Test
    void are_named_on_the_console_and_in_every_file() throws IOException {
        Saved.save(run(), directory);

        String console = new Reports()
                .write(List.of(directory), directory.resolve("report.html"))
                .verdicts();

        assertThat(console).contains("h2 and hsqldb: " + WORDS);
        for (String file : List.of("run.json", "report.html", "report.md", "comparison.json", "comparison.csv")) {
            assertThat(directory.resolve(file)).content().as(file).contains(WORDS);
        }
        assertThat(Files.readAllLines(directory.resolve("comparison.csv")).get(0))
                .doesNotContain("caveat");
    }

    @Test
    void of_the_only_workload_leave_no_headline() {
        RunRecord fetch = new DemoRun(10)
                .target("h2", "")
                .target("derby", "")
                .cell(new PlannedCell(1, "h2", "fetch", "", Map.of(), WORDS, true, false), Level.throughput(100, 0.02))
                .cell(new PlannedCell(2, "derby", "fetch", "", Map.of()), Level.throughput(1, 0.02))
                .build();

        assertThat(Reports.view(fetch, List.of(), ReportOptions.NONE).answers()).isEmpty();
    }

    private static List<CaseRatio> ofFetch(View view) {
        return view.table().rows().stream()
                .filter(row -> row.line().title().equals("fetch"))
                .toList();
    }

    private static View view(String baseline) {
        return Reports.view(
                run(),
                List.of(),
                new ReportOptions(Optional.empty(), List.of(), Optional.empty(), Optional.of(baseline), false));
    }

    private static RunRecord run() {
        DemoRun run = new DemoRun(10);
        List<String> names = List.of("h2", "hsqldb", "derby", "sqlite");
        names.forEach(name -> run.target(name, ""));
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            boolean isShared = i < 2;
            run.cell(new PlannedCell(2 * i + 1, name, "insert", "", Map.of()), Level.throughput(100 + 30 * i, 0.02))
                    .cell(
                            new PlannedCell(
                                    2 * i + 2, name, "fetch", "", Map.of(), isShared ? WORDS : "", isShared, false),
                            Level.throughput(isShared ? 1000 : 10 + i, 0.02).with(MEGABYTES));
        }
        return run.build();
    }
}
