package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Overview;
import org.rowmark.report.section.Phases;
import org.rowmark.report.section.TableCell;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;

class RestoreViewTest {
    private static final View VIEW = RestoreDemo.view();

    @Test
    void the_run_defines_its_lines_and_columns() {
        ComparisonTable table = VIEW.table();
        assertThat(table.columnKey()).isEqualTo("way");
        assertThat(table.baselineName()).isEqualTo(RestoreDemo.SERVICE);
        assertThat(table.mixed()).isEmpty();
        assertThat(table.lines())
                .extracting(Case::title)
                .hasSize(8)
                .startsWith("indexes=active pageSize=4096 ServerMode=Super");
    }

    @Test
    void a_run_with_its_own_view_shows_its_matrix_first() {
        Document page = Jsoup.parse(Rendered.html(Demos.model(VIEW)));
        assertThat(page.select("h2").eachText())
                .startsWith("At a glance", "Comparison", "Phases")
                .contains("Metrics of the workloads", "Published figures");
        Element matrix = page.selectFirst("section:has(> h2:contains(At a glance)) table");
        assertThat(matrix.select("tbody tr")).hasSize(8);
        assertThat(matrix.select("tbody tr:first-child td").eachAttr("title"))
                .containsExactly("worse", "baseline", "same");
    }

    @Test
    void a_baseline_and_keys_that_the_run_does_not_have_fall_back_to_the_defaults() {
        assertThat(view(new ReportView(List.of("indexes", "cache"), "way", "fbsvcmgr"))
                        .table()
                        .baselineName())
                .isEqualTo(RestoreDemo.TCP);
        ComparisonTable usual =
                view(new ReportView(List.of(), "road", "gbak-service")).table();
        assertThat(usual.columnKey()).isEqualTo(Cell.TARGET);
        assertThat(usual.baselineName()).isEqualTo("firebird-Super");
    }

    @Test
    void targets_as_columns_are_not_distinguished_again_by_their_settings() {
        ComparisonTable table = view(List.of(), Optional.of("target")).table();
        assertThat(table.lines())
                .hasSize(12)
                .allMatch(line -> line.columnValues().stream().allMatch(ColumnValue::isMeasured));
        assertThat(table.lines().get(0).title()).doesNotContain("ServerMode");
    }

    @Test
    void a_varied_setting_may_make_the_columns_and_then_targets_make_no_lines() {
        ComparisonTable table = view(List.of(), Optional.of("ServerMode")).table();
        assertThat(table.columns()).containsExactly("Super", "Classic");
        assertThat(table.lines()).hasSize(12);
        assertThat(view(List.of("target"), Optional.empty()).table().lines())
                .extracting(Case::title)
                .containsExactly("target=firebird-Super", "target=firebird-Classic");
    }

    @Test
    void an_unfinished_baseline_is_still_the_baseline() {
        assertThat(labels(Demos.interrupted())).startsWith("baseline");
        assertThat(labels(Demos.running())).containsExactly("baseline", "no verdict", "no ratio");
    }

    /** Returns the labels of the first line at a glance. */
    private static List<String> labels(RunRecord run) {
        ComparisonTable table = Demos.view(run, ReportOptions.NONE).table();
        return Overview.ratios(table).rows().get(0).stream()
                .skip(1)
                .map(TableCell::label)
                .toList();
    }

    @Test
    void has_no_baseline_where_the_baseline_failed() {
        DemoRun run = new DemoRun(5)
                .target("h2", "")
                .target("derby", "")
                .cell(new PlannedCell(1, "h2", "ping", "ping", Map.of()), Level.throughput(10, 0.02), 0)
                .but(Outcome.FAILED, "no answer")
                .cell(new PlannedCell(2, "derby", "ping", "ping", Map.of()), Level.throughput(11, 0.02));
        assertThat(labels(run.build())).containsExactly("failed", "no ratio");
    }

    @Test
    void reports_the_order_of_the_run() {
        assertThat(List.of(RoundOrder.SEQUENTIAL, RoundOrder.BRACKETED, RoundOrder.INTERLEAVED))
                .allSatisfy(order -> assertThat(of(RestoreDemo.ordered(order)).procedure())
                        .filteredOn(fact -> fact.name().equals("Order"))
                        .singleElement()
                        .satisfies(fact -> assertThat(fact.value()).startsWith(order.id() + ": ")));
    }

    @Test
    void a_badge_states_that_targets_were_measured_in_turns() {
        assertThat(badges(RoundOrder.TURNS)).contains("in turns").doesNotContain("interleaved");
        assertThat(badges(RoundOrder.INTERLEAVED)).contains("interleaved").doesNotContain("in turns");
    }

    private static List<String> badges(RoundOrder order) {
        return Demos.view(RestoreDemo.ordered(order), ReportOptions.NONE).badges().stream()
                .map(Badge::text)
                .toList();
    }

    @Test
    void two_restore_runs_are_compared_by_their_settings(@TempDir Path temp) throws IOException {
        Path before = Files.createDirectory(temp.resolve("before"));
        Path after = Files.createDirectory(temp.resolve("after"));
        Saved.save(RestoreDemo.run(), before);
        Saved.save(RestoreDemo.again(), after);
        CompareRuns compare = CompareRuns.of(before, after, Optional.empty(), ReportOptions.NONE);
        View view = compare.model().views().get(0);
        assertThat(view.table().lines())
                .hasSize(24)
                .allMatch(line -> line.columnValues().stream().allMatch(ColumnValue::isMeasured))
                .noneMatch(line -> line.title().contains("target="));
        assertThat(Phases.of(view.table())).hasSize(16);
        assertThat(Shown.section(view, "Published figures").isEmpty()).isTrue();
        assertThat(view.conditions()).contains(" of the published size");
        assertThat(view.badges()).extracting(Badge::text).containsOnlyOnce("the control moved in round 2");
    }

    private static View view(ReportView shown) {
        return Demos.view(RestoreDemo.run(shown), ReportOptions.NONE);
    }

    private static View view(List<String> rows, Optional<String> column) {
        return Demos.view(
                RestoreDemo.run(), new ReportOptions(Optional.empty(), rows, column, Optional.empty(), false));
    }

    private static Provenance of(RunRecord run) {
        return Provenance.of(run, RunCells.of(run), "");
    }
}
