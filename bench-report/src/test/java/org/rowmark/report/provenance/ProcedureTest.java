package org.rowmark.report.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.format.Fact;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;

/** The facts of how a run was measured. */
class ProcedureTest {
    private static final String STAR = "star: 4 of 6 cells, each factor varied alone around answers how=hang";

    @Test
    void names_the_design_that_was_measured() {
        assertThat(Provenance.of(run().design(STAR).build(), List.of(), "").procedure())
                .contains(new Fact("Design", STAR));
    }

    @Test
    void names_no_design_where_all_have_the_same_cells() {
        assertThat(Provenance.of(run().build(), List.of(), "").procedure())
                .extracting(Fact::name)
                .contains("Threads")
                .doesNotContain("Design");
    }

    @Test
    void the_design_is_in_every_format() {
        RunRecord run = run().design(STAR).build();
        ReportModel model = Demos.model(Demos.view(run, ReportOptions.NONE));

        assertThat(MarkdownReport.of(model)).contains("- Design: " + STAR);
        assertThat(Rendered.html(model)).contains(STAR);
        assertThat(Rendered.json(model)).contains(STAR);
    }

    private static DemoRun run() {
        return new DemoRun(5)
                .target("h2", "")
                .target("derby", "")
                .cell(new PlannedCell(1, "h2", "answers", "", Map.of()), Level.throughput(10, 0.02))
                .cell(new PlannedCell(2, "derby", "answers", "", Map.of()), Level.throughput(10, 0.02));
    }
}
