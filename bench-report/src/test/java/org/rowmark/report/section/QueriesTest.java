package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.query.MapDrawing;
import org.rowmark.result.query.MapDrawing.Kind;
import org.rowmark.result.query.MapDrawing.Shape;
import org.rowmark.result.query.QueryPlans;
import org.rowmark.result.query.QueryPlans.Form;
import org.rowmark.result.query.QueryRecord;

class QueriesTest {
    private static final Map<String, Sample.Metric> TIMES = Map.of(
            "phase.01-area", new Sample.Metric(0.5, "s"),
            "phase-cpu.01-area", new Sample.Metric(0.25, "s"),
            "phase.09-nearest", new Sample.Metric(2, "s"),
            "phase-cpu.09-nearest", new Sample.Metric(0.01, "s"));

    private static final View VIEW = view(Optional.empty());

    @Test
    void elapsed_and_CPU_time_and_the_use_of_the_index_are_shown_by_query_target_and_parameter() {
        DataTable table = Shown.tables(VIEW, "Queries").get(0);

        assertThat(table.header())
                .containsExactly("query", "workload", "target", "elapsed (ms)", "server CPU (ms)", "spatial index");
        assertThat(table.rows().stream()
                        .map(row -> row.stream().map(TableCell::text).toList()))
                .containsExactly(
                        List.of("01-area", "spatial index=on", "h2", "500", "250", "chosen per row"),
                        List.of("01-area", "spatial index=on", "mariadb", "500", "–", "no plan"),
                        List.of("01-area", "spatial index=off", "h2", "500", "250", "no plan"),
                        List.of("09-nearest", "spatial index=on", "h2", "2,000", "10.0", "used by 3 of 10, then used"),
                        List.of("09-nearest", "spatial index=off", "h2", "2,000", "10.0", "not used"));
        assertThat(table.rows().get(3).get(5).details()).containsExactly("the plan changed between rounds");
    }

    @Test
    void passes_over_other_queries_have_no_verdict_and_their_phases_have() {
        Map<String, Sample.Metric> less = Map.of(
                "phase.01-area", new Sample.Metric(0.7, "s"), "left-out.09-nearest", new Sample.Metric(1, "count"));
        View other = Demos.view(
                new DemoRun(6)
                        .target("h2", "")
                        .target("mariadb", "")
                        .cell(cell(1, "h2", "on"), Level.time(3000, 0.01).with(TIMES))
                        .cell(cell(2, "mariadb", "on"), Level.time(4000, 0.01).with(less))
                        .build(),
                ReportOptions.NONE);

        assertThat(other.table().hasVerdicts()).isFalse();
        assertThat(other.table().rows().get(0).notes())
                .containsExactly("no verdict, because only one side has 09-nearest; compare phases");
        assertThat(Shown.tables(other, "Phases compared").get(0).rows())
                .anySatisfy(row -> assertThat(row.toString()).contains("01-area", "slower"));
        assertThat(VIEW.table().hasVerdicts()).isTrue();
    }

    @Test
    void plans_are_folded_with_all_their_forms() {
        Section section = Shown.section(VIEW, "Queries");

        assertThat(section.contents().stream()
                        .filter(Section.class::isInstance)
                        .map(Section.class::cast)
                        .filter(part -> part.look() == Section.Look.FOLDED)
                        .map(Section::heading))
                .containsExactly("Plans of spatial index=on on h2", "Plans of spatial index=off on h2");
        assertThat(section.all(Content.Command.class).map(Content.Command::text))
                .containsExactly(
                        """
                        01-area: spatial index chosen per row
                        range

                        09-nearest, 1 of 2: spatial index used by 3 of 10
                        sort

                        09-nearest, 2 of 2: spatial index used
                        index""",
                        "01-area: spatial index no plan\nno plan: no right\n\n09-nearest: spatial index not used\nsort");
    }

    @Test
    void a_map_is_written_once_and_drawn_for_each_query() {
        MapDrawing.View whole = new MapDrawing.View(0, 0, 100);
        Shape area = new Shape(List.of(new int[] {0, 0, 100, 0, 100, 100, 0, 0}));
        MapDrawing map = new MapDrawing(
                "1 area",
                200,
                100,
                List.of(new MapDrawing.Layer("areas", Kind.AREA, List.of(area))),
                List.of(
                        new MapDrawing.Panel(
                                "01-area",
                                "the area",
                                whole,
                                List.of(new MapDrawing.Mark(true, Kind.AREA, Optional.of("areas"), List.of()))),
                        new MapDrawing.Panel(
                                "09-nearest",
                                "<b>",
                                new MapDrawing.View(0, 0, 200),
                                List.of(new MapDrawing.Mark(
                                        false, Kind.POINT, Optional.empty(), List.of(new Shape(List.of(new int[] {
                                            50, 50, 0, 0
                                        }))))))));

        String page = Rendered.html(Demos.model(view(Optional.of(map))));

        // 100 units of the map are 500 of the drawing, upside down
        assertThat(page).containsOnlyOnce("d=\"M0 500h500v-500l-500 500\"");
        assertThat(page).contains("viewBox=\"0 0 500 500\"", "viewBox=\"0 -500 1000 1000\"");
        assertThat(page).contains("<path class=\"mp\" d=\"M250 250h0m-250 250h0\"/>", "&lt;b&gt;</text>");
        assertThat(page.split("<use class=\"pale\"", -1)).hasSize(3);
    }

    private static View view(Optional<MapDrawing> map) {
        DemoRun run = new DemoRun(6).target("h2", "").target("mariadb", "");
        run.cell(cell(1, "h2", "on"), Level.time(3000, 0.01).with(TIMES));
        run.cell(cell(2, "h2", "off"), Level.time(3000, 0.01).with(TIMES));
        run.cell(
                cell(3, "mariadb", "on"),
                Level.time(3000, 0.01).with(Map.of("phase.01-area", TIMES.get("phase.01-area"))));
        List<QueryPlans> plans = List.of(
                plans("h2", "on", form(1, 0, "range"), form(10, 3, "sort"), form(10, 10, "index")),
                plans("h2", "off", new Form(1, OptionalInt.empty(), 0, "no plan: no right"), form(10, 0, "sort")),
                plans("mariadb", "on"));
        RunRecord record = run.build();
        return Demos.view(
                new RunRecord(
                        record.manifest(),
                        record.samples(),
                        record.outcomes(),
                        record.scripts(),
                        record.highestRates(),
                        new QueryRecord(plans, map),
                        record.timeLines(),
                        record.clients()),
                ReportOptions.NONE);
    }

    private static QueryPlans plans(String target, String index, Form... forms) {
        List<QueryPlans.Query> queries = forms.length == 0
                ? List.of()
                : List.of(
                        new QueryPlans.Query("01-area", List.of(forms[0])),
                        new QueryPlans.Query(
                                "09-nearest", Stream.of(forms).skip(1).toList()));
        return new QueryPlans(target, "spatial", Map.of("index", index), queries);
    }

    private static Form form(int statements, int using, String plan) {
        return new Form(statements, OptionalInt.of(using), plan.equals("range") ? 1 : 0, plan);
    }

    private static PlannedCell cell(int number, String target, String index) {
        return new PlannedCell(number, target, "spatial", "", Map.of("index", index));
    }
}
