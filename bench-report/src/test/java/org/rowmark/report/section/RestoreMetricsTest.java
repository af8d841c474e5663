package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.Shown;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;

class RestoreMetricsTest {
    private static final View VIEW = RestoreDemo.view();

    @Test
    void phases_and_the_rest_add_up_to_the_whole() {
        List<Phases> phases = Phases.of(VIEW.table());
        assertThat(phases).hasSize(8);
        assertThat(phases.get(0).names()).containsExactly("schema", "data", "indexes", "constraints");
        Phases.Parts tcp = phases.get(0).parts().get(0);
        double sum = tcp.phases().values().stream()
                .mapToDouble(phase -> phase.mean())
                .sum();
        assertThat(sum + tcp.other().mean()).isCloseTo(tcp.whole().mean(), within(1e-9));
        assertThat(tcp.phases().get("data").mean()).isCloseTo(40 * 1.04, within(1.5));
    }

    @Test
    void a_way_without_phases_is_one_bar_of_the_rest() {
        Phases.Parts api = Phases.of(VIEW.table()).get(0).parts().get(2);
        assertThat(api.phases()).isEmpty();
        assertThat(api.bar(List.of()).other()).isEqualTo(api.whole());
        assertThat(Shown.texts(
                        Shown.figures(VIEW, "Phases").get(0).numbers().rows().get(2)))
                .startsWith(RestoreDemo.API, Numbers.NONE);
    }

    @Test
    void bytes_per_second_are_those_of_the_backup_and_of_the_database() {
        double perSecond = VIEW.results().cells().get(0).values().score().values().stream()
                .mapToDouble(score -> 90 / score)
                .average()
                .orElseThrow();
        assertThat(Shown.metric(VIEW, "backup read").get(0).text()).isEqualTo(Numbers.score(perSecond) + " MB/s");
        assertThat(Shown.metric(VIEW, "database made").get(0).text())
                .isEqualTo(Numbers.score(perSecond * 240 / 90) + " MB/s");
        assertThat(Shown.metric(VIEW, "backup").get(0).text()).isEqualTo("90.0 MB");
    }

    @Test
    void indexes_take_what_a_restore_without_them_saves_in_the_same_round() {
        TableCell less = Shown.metric(VIEW, "time less without indexes").get(0);
        assertThat(less.text()).endsWith(" s");
        assertThat(Double.parseDouble(less.text().replace(" s", ""))).isBetween(1.5, 4.0);
        assertThat(less.details()).isNotEmpty();
    }

    @Test
    void another_page_size_than_the_one_set_is_a_remark() {
        View view = Demos.view(RestoreDemo.run("1024", "4096", "default"), ReportOptions.NONE);
        assertThat(view.results().cells())
                .filteredOn(cell -> cell.problem().equals("got a page size of 4096"))
                .hasSize(12)
                .allMatch(cell -> cell.keys().get("pageSize").equals("1024"));
    }

    @Test
    void page_sizes_are_a_curve_for_each_way_of_the_score_and_of_the_phases_that_grow() {
        View view = Demos.view(RestoreDemo.run("1024", "4096", "8192", "16384", "default"), ReportOptions.NONE);
        List<Figure> figures = Shown.figures(view, "By parameter");
        assertThat(figures)
                .extracting(Figure::title)
                .hasSize(12)
                .startsWith(
                        "indexes=active ServerMode=Super by pageSize",
                        "indexes=active ServerMode=Super, phase data, by pageSize",
                        "indexes=active ServerMode=Super, phase indexes, by pageSize");
        // what asked for 1024 and got 4096 is no point at 1024
        assertThat(figures.get(0).numbers().rows())
                .extracting(row -> row.get(0).text() + " " + row.get(1).text())
                .containsExactly(
                        "gbak-tcp 4096",
                        "gbak-tcp 8192",
                        "gbak-tcp 16384",
                        "gbak-service 4096",
                        "gbak-service 8192",
                        "gbak-service 16384",
                        "api-service 4096",
                        "api-service 8192",
                        "api-service 16384");
        assertThat(figures.get(1).numbers().rows()).hasSize(6);
    }
}
