package org.rowmark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.ServerCounters;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/** The average stalls of page-fill beside the published ones, and the runs of both. */
class StallsTest {
    static final String HEADING = "Average stalls in ms, and gains";

    private static final View VIEW = PageFillDemo.view();

    static DataTable stalls(View view) {
        return Shown.tables(view, HEADING).get(0);
    }

    @Test
    void an_average_stall_is_the_time_divided_by_one_more_than_the_number() {
        CellValues mariadb = VIEW.results().cells().get(0).values();
        Map<Integer, Double> stalls = new FileIo(mariadb, "data").stallPerRead();
        assertThat(stalls.get(1))
                .isCloseTo(mariadb.counts().rounds("data.read-time").get(1) / 15, within(1e-12));
        assertThat(Shown.tables(VIEW, ServerCounters.HEADING)
                        .get(0)
                        .groups(1000)
                        .get("data files"))
                .extracting(row -> row.get(1).text())
                .containsSubsequence("read stall", "average stall per read", "write stall", "average stall per write");
    }

    @Test
    void published_means_are_beside_ours_column_by_column() {
        DataTable stalls = stalls(VIEW);
        assertThat(stalls.rows()).hasSize(4);
        assertThat(stalls.header().subList(2, 8))
                .containsExactly(
                        "linux published",
                        "windows published",
                        "gain published",
                        "linux recomputed",
                        "windows recomputed first five",
                        "gain recomputed");
        assertThat(Shown.texts(stalls.rows().get(0)).subList(0, 8))
                .containsExactly("data files", "read", "1.34", "3.34", "2.5x linux", "1.52", "4.10", "2.7x linux");
    }

    @Test
    void a_gain_is_shown_only_where_both_sides_report_waits() {
        List<List<TableCell>> rows = stalls(VIEW).rows();
        assertThat(rows.get(0).get(9).details().get(1)).endsWith("x (postgresql)");
        assertThat(rows.get(0).get(10)).isEqualTo(TableCell.of(Numbers.NONE, CounterText.NOT_REPORTED));
        // the log of MariaDB was read and nobody waited
        assertThat(rows.get(2).get(8).text()).isEqualTo("0");
        assertThat(rows.get(2).get(9).details()).containsExactly(CounterText.NOT_REPORTED);
    }

    @Test
    void where_none_of_ours_reports_stalls_the_published_ones_are_shown_alone_with_the_reason() {
        View view = PageFillDemo.viewOf("firebird", "random", "blank");
        DataTable stalls = stalls(view);
        assertThat(stalls.header()).startsWith("files", "of each").endsWith("gain recomputed");
        assertThat(stalls.rows()).hasSize(4);
        assertThat(Shown.section(view, HEADING).text())
                .contains("None of ours reports")
                .doesNotContain("ours against");
        assertThat(Shown.section(VIEW, HEADING).text()).doesNotContain("None of ours reports");
    }

    @Test
    void files_that_were_neither_read_nor_written_have_no_stalls_to_show() {
        RunRecord run = PageFillDemo.run();
        List<Sample> samples = run.samples().stream()
                .map(sample -> {
                    Map<String, Sample.Metric> metrics = new TreeMap<>(sample.secondary());
                    metrics.put("temp.writes", new Sample.Metric(0, "count/op"));
                    metrics.put("temp.write-time", new Sample.Metric(0, "ms/op"));
                    return SamplesInMemory.with(sample, metrics);
                })
                .toList();
        View view = PageFillDemo.view(SamplesInMemory.record(run.manifest(), samples, run.outcomes()));
        assertThat(stalls(view)).isEqualTo(stalls(VIEW));
    }

    @Test
    void all_published_runs_and_ours_have_the_same_columns() {
        assertThat(Shown.section(VIEW, "Run by run").contents())
                .extracting(part -> ((Section) part).heading())
                .containsExactly("data files (26)", "log (21)");
        List<DataTable> tables = Shown.tables(VIEW, "Run by run");
        assertThat(tables.get(0).rows())
                .filteredOn(row -> row.get(0).text().equals("published"))
                .hasSize(11);
        assertThat(tables.get(0).rows())
                .filteredOn(row -> row.get(0).text().equals("ours"))
                .hasSize(15);
        assertThat(tables.get(0).rows())
                .allSatisfy(row -> assertThat(row).hasSameSizeAs(tables.get(0).header()));
        assertThat(tables.get(0).rows().get(0).stream().map(TableCell::text))
                .containsExactly(
                        "published",
                        "linux",
                        "1",
                        "8008.00",
                        "211",
                        "11,067,392",
                        "392",
                        "9,297",
                        "8,400,756,736",
                        "252,474",
                        "1.8",
                        "27.2");
    }
}
