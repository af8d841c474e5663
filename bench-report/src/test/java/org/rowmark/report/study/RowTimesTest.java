package org.rowmark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Publication;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.RunRecord;

class RowTimesTest {
    private static final RunRecord RUN = new DemoRun(6)
            .target("near", "")
            .target("far", "")
            .cell(cell(1, "near", "wide-rows"), Level.throughput(100, 0).counting("rows", 1000))
            .cell(cell(2, "far", "wide-rows"), Level.throughput(20, 0).counting("rows", 1000))
            .cell(cell(3, "near", "ping"), Level.throughput(10_000, 0))
            .build();

    @Test
    void a_row_takes_the_inverse_of_rows_per_second_beside_the_published_time() {
        View view = view("""
                finding,value,unit,scope,workload,ns_per_row
                slow_wire,1,Gbit/s,one wire,wide-rows,64000
                no_time,2,ratio,cpu,wide-rows,
                """);
        DataTable table = Shown.tables(view, "Time of a row").get(0);

        assertThat(table.header()).containsExactly("workload", "near", "far", "published");
        assertThat(table.rows()).hasSize(1);
        List<String> row = Shown.texts(table.rows().get(0));
        assertThat(number(row.get(1))).isCloseTo(10_000, within(200.0));
        assertThat(number(row.get(2))).isCloseTo(50_000, within(1000.0));
        assertThat(row.get(3)).isEqualTo("64000 (slow wire)");
    }

    @Test
    void a_publication_without_times_of_rows_adds_nothing() {
        View view = view("finding,value,unit,scope\nslow_wire,1,Gbit/s,one wire\n");

        assertThat(Shown.section(view, "Time of a row").isEmpty()).isTrue();
    }

    private static View view(String csv) {
        PublishedFigures figures = new PublishedFigures("rows.csv", "Rows", Optional.empty(), List.of());
        return Demos.view(RUN, List.of(Publication.parse(figures, csv)), ReportOptions.NONE);
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(",", "").replaceFirst(" .*", ""));
    }

    private static PlannedCell cell(int number, String target, String workload) {
        return new PlannedCell(number, target, workload, "", Map.of());
    }
}
