package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.MemoryDemo;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.format.Fact;
import org.rowmark.report.model.View;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;

/** The section on the memory of servers. */
class MemoryStepsTest {
    private static final String HEADING = "Memory";
    private static final String DIRECT = "bypassed: innodb_flush_method=O_DIRECT";

    @Test
    void the_rate_is_a_curve_by_the_memory_in_force_with_its_knee() {
        Figure figure =
                Shown.figures(view(MemoryDemo.run(DIRECT)), "By parameter").get(0);

        assertThat(figure.title()).isEqualTo("mix by memory (MiB)");
        assertThat(figure.numbers().rows())
                .extracting(row -> row.get(1).text())
                .containsExactly("20", "32", "64", "128", "192", "256");
        assertThat(figure.numbers().rows().get(1).get(3).text()).startsWith("1.41×"); // 32M to 64M
        assertThat(figure.numbers().rows().get(2).get(4).text()).startsWith("knee: ");
        assertThat(figure.drawing().apply("c1")).contains("knee 64");
    }

    @Test
    void states_the_data_and_what_becomes_of_the_systems_cache() {
        assertThat(remarks(MemoryDemo.run(DIRECT)))
                .contains("The system's cache of data files is " + DIRECT + ".")
                .contains("Data: 400 MB in files at the end, 1.49 times the largest step.")
                .doesNotContain("Not settled", "not a small machine");
        assertThat(remarks(MemoryDemo.run("in use: no setting is known")))
                .contains("The system's cache of data files is in use: no setting is known. That cache is not limited,"
                        + " so a small memory here is not a small machine.");
    }

    @Test
    void has_the_remarks_in_markdown_too() {
        assertThat(MarkdownReport.of(Demos.model(view(MemoryDemo.run(DIRECT)))))
                .contains("- mix on mariadb: The system", "cache of data files is bypassed");
    }

    @Test
    void names_the_memory_in_force_where_it_is_another_and_the_share_of_missed_requests_is_a_metric() {
        assertThat(remarks(MemoryDemo.run(DIRECT))).contains("For 16M the server has 20M.");
        assertThat(Shown.texts(Shown.metric(view(MemoryDemo.run(DIRECT)), "cache misses of page requests")))
                .contains("5.00 %");
    }

    @Test
    void names_a_step_whose_hit_rate_still_changed() {
        assertThat(remarks(MemoryDemo.warming()))
                .contains("Not settled at 20M: the hit rate was 60 % in the first measured iteration and 85 % in the"
                        + " last; warm up longer (--warmups, --warmup-time).")
                .doesNotContain("Not settled at 32M");
    }

    @Test
    void names_the_steps_of_which_it_is_not_known_whether_their_caches_were_warm() {
        for (RunRecord run : List.of(MemoryDemo.withoutHitRate(), MemoryDemo.ofOneIteration())) {
            assertThat(remarks(run))
                    .contains("Not known whether settled at 256M, 192M, 128M, 64M, 32M, 20M: the check");
        }
        assertThat(remarks(MemoryDemo.warming())).doesNotContain("Not known whether settled");
    }

    @Test
    void is_not_there_without_memory_that_varies() {
        RunRecord run = new DemoRun(6)
                .target("one", "")
                .cell(new PlannedCell(1, "one", "mix", "", Map.of()), Level.throughput(100, 0))
                .build();

        assertThat(Shown.section(view(run), HEADING).isEmpty()).isTrue();
    }

    private static String remarks(RunRecord run) {
        Content.Facts facts =
                (Content.Facts) Shown.section(view(run), HEADING).contents().get(0);
        assertThat(facts.facts()).extracting(Fact::name).containsExactly("mix on mariadb");
        return facts.facts().get(0).value();
    }

    private static View view(RunRecord run) {
        return Demos.view(run, List.of(), ReportOptions.NONE);
    }
}
