package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.model.View;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.SqlScript;

class SqlFilesTest {
    private static final RunRecord RUN = new DemoRun(6)
            .target("here", "")
            .cell(cell(1, "a.sql"), Level.throughput(100, 0.01))
            .cell(cell(2, "b.sql"), Level.throughput(50, 0.01))
            .build();

    @Test
    void a_plan_that_changed_between_rounds_is_a_remark_of_its_row() {
        assertThat(remarks(Map.of("here", List.of("scan", "index"))))
                .containsExactly("the plan changed between rounds (2 plans)");
        assertThat(remarks(Map.of("here", List.of("scan")))).isEmpty();
        assertThat(remarks(Map.of("elsewhere", List.of("scan", "index")))).isEmpty();
    }

    @Test
    void files_and_all_forms_of_their_plans_are_folded() {
        Section section = Shown.section(view(Map.of("here", List.of("scan", "index"))), "SQL files and their plans");

        assertThat(section.all(Content.Command.class).map(Content.Command::text))
                .containsExactly("select 1", "scan", "index");
        assertThat(section.contents())
                .allSatisfy(part -> assertThat(((Section) part).look()).isEqualTo(Section.Look.FOLDED));
        assertThat(section.contents())
                .extracting(part -> ((Section) part).heading())
                .containsExactly("b.sql", "Plan of b.sql on here, 1 of 2", "Plan of b.sql on here, 2 of 2");
    }

    private static List<String> remarks(Map<String, List<String>> plans) {
        CaseRatio row = view(plans).table().rows().get(0);
        return row.notes().stream().filter(text -> text.contains("plan")).toList();
    }

    private static View view(Map<String, List<String>> plans) {
        List<SqlScript> scripts = List.of(new SqlScript("b.sql", "select 1", plans));
        RunRecord run = new RunRecord(RUN.manifest(), RUN.samples(), RUN.outcomes(), scripts);
        return Demos.view(
                run, new ReportOptions(Optional.empty(), List.of(), Optional.of("file"), Optional.of("a.sql"), false));
    }

    private static PlannedCell cell(int number, String file) {
        return new PlannedCell(number, "here", "sql", "", Map.of("file", file));
    }
}
