package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.LinkDemo;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

class ServerCountersTest {
    private static final int MARIADB = 1;
    private static final int POSTGRESQL = 2;

    @Test
    void a_ratio_is_that_of_the_means_above_it_so_there_is_none_where_a_round_counted_0() {
        List<TableCell> sometimes = cells(Map.of(MARIADB, List.of(5, 5, 5, 5, 5), POSTGRESQL, List.of(0, 0, 0, 0, 5)));
        assertThat(sometimes.get(1).text()).isEqualTo("1.00");
        assertThat(sometimes.get(1).details()).noneMatch(detail -> detail.contains("×"));
        List<TableCell> always = cells(Map.of(MARIADB, List.of(5, 5, 5, 5, 5), POSTGRESQL, List.of(1, 1, 1, 1, 1)));
        assertThat(always.get(1).details()).containsExactly("0.200×");
    }

    @Test
    void a_range_that_would_be_the_mean_again_is_left_out() {
        List<TableCell> narrow = cells(Map.of(
                MARIADB,
                List.of(2068001, 2068002, 2068001, 2068002, 2068001),
                POSTGRESQL,
                List.of(2068001, 2068002, 2068001, 2068002, 2068003)));
        assertThat(narrow.get(0)).isEqualTo(TableCell.of("2,070,000"));
        assertThat(narrow.get(1)).isEqualTo(TableCell.of("2,070,000", "1.00×"));
        assertThat(cells(Map.of(MARIADB, List.of(10, 11, 12, 11, 10))).get(0).details())
                .containsExactly("9.76–11.8");
    }

    @Test
    void a_column_that_the_design_left_out_of_a_line_is_not_in_its_tables_() {
        View view = Demos.view(LinkDemo.run(), ReportOptions.NONE);

        assertThat(headers(Shown.tables(view, ServerCounters.HEADING)))
                .satisfiesExactly(
                        loop -> assertThat(loop).contains("h2-tcp", "h2", "mariadb@1ms"),
                        update -> assertThat(update).contains("mariadb@1ms").doesNotContain("h2-tcp", "h2"));
    }

    private static List<List<String>> headers(List<DataTable> tables) {
        return tables.stream().map(DataTable::header).toList();
    }

    /** Of a counter with such values in the rounds of some cells. */
    private static List<TableCell> cells(Map<Integer, List<Integer>> byCell) {
        RunRecord run = PageFillDemo.run();
        List<Sample> samples = run.samples().stream()
                .map(sample -> {
                    Map<String, Sample.Metric> metrics = new TreeMap<>(sample.secondary());
                    if (byCell.containsKey(sample.cell())) {
                        int value = byCell.get(sample.cell()).get(sample.round() - 1);
                        metrics.put("server.checkpoints", new Sample.Metric(value, "count/op"));
                    }
                    return SamplesInMemory.with(sample, metrics);
                })
                .toList();
        View view = PageFillDemo.view(SamplesInMemory.record(run.manifest(), samples, run.outcomes()));
        return Shown.tables(view, ServerCounters.HEADING).get(0).rows().stream()
                .filter(row -> row.get(1).text().equals("checkpoints"))
                .findFirst()
                .map(row -> row.subList(2, row.size()))
                .orElseThrow();
    }
}
