package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MemoryFacts;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetEnvironment.DataAmount;
import org.rowmark.result.TargetEnvironment.DataOrigin;
import org.rowmark.result.TargetFacts;

/** The line of what decides the numbers. */
class ConditionsTest {
    private static final DataAmount NARROW = new DataAmount(100_000, 5_600_000);
    private static final DataAmount WIDE = new DataAmount(1_000, 8_008_000);

    @Test
    void is_under_the_title_on_the_console_and_in_markdown() {
        View view = view(run("32M", null, NARROW, WIDE));

        assertThat(view.conditions())
                .startsWith(
                        "1 thread · 1,000 to 100,000 rows of data, 5.60 MB to 8.01 MB, fits in the processor's cache"
                                + " (33.6 MB) · H2 2.5.252 · ")
                .contains(" cores of ")
                .endsWith(" · commit waits for the disk: no (h2); yes (derby)");
        ReportModel model = new ReportModel(List.of(view));
        assertThat(MarkdownReport.of(model)).contains(view.conditions());
        assertThat(TextReport.of(model).replaceAll("\\s+", " ")).contains(view.question() + " " + view.conditions());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "unknown",
            value = {
                "32M | 1G | fits in the processor's cache (33.6 MB)",
                "4M | 1G | fits in the server's memory (1.07 GB) but not in the processor's cache (4.19 MB)",
                "4M | 5M | more than the processor's cache (4.19 MB) and the server's memory (5.24 MB)",
                "4M | unknown | more than the processor's cache (4.19 MB)",
                "unknown | 1G | fits in the server's memory (1.07 GB)"
            })
    void compares_the_data_with_the_caches_that_are_known(String cache, String memory, String words) {
        assertThat(view(run(cache, memory, WIDE)).conditions())
                .contains("1,000 rows of data, 8.01 MB, " + words + " · ");
    }

    @Test
    void leaves_out_what_is_not_known() {
        assertThat(view(run(null, null)).conditions())
                .doesNotContain("rows", "cache")
                .startsWith("1 thread · H2 2.5.252 · ");
    }

    @Test
    void names_no_target_where_all_wait_for_the_same() {
        RunRecord run = new DemoRun(5)
                .target("a", "commit waits for the disk: yes (fsync=on)")
                .target("b", "commit waits for the disk: yes (fsync=on)")
                .cell(new PlannedCell(1, "a", "ping", "", Map.of()), Level.throughput(100, 0.02))
                .build();

        assertThat(view(run).conditions()).endsWith(" · commit waits for the disk: yes");
    }

    private static View view(RunRecord run) {
        return Reports.view(run, List.of(), ReportOptions.NONE);
    }

    private static RunRecord run(String cache, String memory, DataAmount... amounts) {
        RunRecord run = new DemoRun(5)
                .threads(1)
                .target("h2", "commit waits for the disk: no (WRITE_DELAY)")
                .target("derby", "commit waits for the disk: yes (full)")
                .cell(new PlannedCell(1, "h2", "ping", "", Map.of()), Level.throughput(100, 0.02))
                .cell(new PlannedCell(2, "derby", "ping", "", Map.of()), Level.throughput(100, 0.02))
                .build();
        Manifest manifest = run.manifest();
        DataOrigin origin = new DataOrigin(1, OptionalLong.empty(), List.of(amounts));
        List<TargetFacts> targets = manifest.targets().stream()
                .map(target -> target.from(origin))
                .map(target -> memory == null ? target : target.withFound(Map.of(MemoryFacts.IN_FORCE, memory)))
                .toList();
        Environment machine = cache == null
                ? manifest.environment()
                : manifest.environment().with(Environment.PROCESSOR_CACHE, cache);
        return new RunRecord(
                manifest.with(targets, machine),
                run.samples(),
                run.outcomes(),
                run.scripts(),
                run.highestRates(),
                run.queries(),
                run.timeLines(),
                run.clients());
    }
}
