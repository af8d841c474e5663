package org.rowmark.report.section;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.plot.MapPlot;
import org.rowmark.result.query.QueryPlans;
import org.rowmark.result.query.QueryPlans.Form;
import org.rowmark.stats.Interval;

/**
 * A query of a pass in a configuration.
 *
 * @param serverCpuMillis CPU time of the server meanwhile; without a round where it is not known
 * @param plans forms of its plan; none where none was recorded
 */
public record Queries(
        Map<String, String> keys,
        @JsonIgnore String workload,
        @JsonIgnore String column,
        String query,
        Interval elapsedMillis,
        Interval serverCpuMillis,
        List<Form> plans) {
    private static final String NO_PLAN = "no plan";

    /** Returns the queries of the cells that have their CPU time or plans, by query. */
    static List<Queries> of(Results results) {
        List<QueryPlans> plans = results.runs().stream()
                .flatMap(run -> run.queries().plans().stream())
                .toList();
        return results.table()
                .scores()
                .flatMap(line -> line.sides().flatMap(side -> of(line, side, plans)))
                .sorted(Comparator.comparing(Queries::query))
                .toList();
    }

    private static Stream<Queries> of(Case line, Case.ColumnValue side, List<QueryPlans> plans) {
        Map<String, String> keys = side.cell().keys();
        CellValues values = side.cell().values();
        Optional<QueryPlans> ofCell = plans.stream().filter(of -> of.isOf(keys)).findFirst();
        Set<String> metrics = values.named().keySet();
        boolean isShown =
                ofCell.isPresent() || metrics.stream().anyMatch(name -> name.startsWith(NamedMetrics.PHASE_CPU));
        return metrics.stream()
                .filter(name -> isShown && name.startsWith(NamedMetrics.PHASE))
                .map(NamedMetrics::phase)
                .map(name -> new Queries(
                        keys,
                        line.title(),
                        side.column(),
                        name,
                        millis(values, NamedMetrics.PHASE + name),
                        millis(values, NamedMetrics.PHASE_CPU + name),
                        ofCell.flatMap(of -> of.query(name))
                                .map(QueryPlans.Query::forms)
                                .orElse(List.of())));
    }

    private static Interval millis(CellValues values, String metric) {
        return Means.mean(Means.scaled(values.named(metric), 1e3));
    }

    public static Section section(Results results) {
        List<Queries> queries = of(results);
        boolean hasPlans = queries.stream().anyMatch(query -> !query.plans.isEmpty());
        List<Column<Queries>> columns = new ArrayList<>(List.of(
                Column.ofText("query", Queries::query),
                Column.ofText("workload", Queries::workload),
                Column.ofText(results.table().columnKey(), Queries::column),
                new Column<>("elapsed (ms)", query -> TableCell.of(query.elapsedMillis)),
                new Column<>("server CPU (ms)", query -> TableCell.amount(query.serverCpuMillis, ""))));
        if (hasPlans) {
            columns.add(new Column<>("spatial index", Queries::index));
        }
        List<Content> contents = new ArrayList<>();
        results.runs().stream()
                .flatMap(run -> run.queries().map().stream())
                .findFirst()
                .ifPresent(map -> contents.add(new Section(
                                "What the queries ask",
                                "Drawn of some objects where a query asks the same of each. The map is simplified.",
                                new Figure(map.title(), new MapPlot(map)::plot, Figure.ELSEWHERE))
                        .as(Section.Look.WIDE)));
        contents.add(DataTable.of(3, queries, columns).grouped());
        queries.stream()
                .filter(query -> !query.plans.isEmpty())
                .collect(Collectors.groupingBy(
                        query -> query.workload + " on " + query.column,
                        LinkedHashMap::new,
                        Collectors.mapping(Queries::planText, Collectors.joining("\n\n"))))
                .forEach((cell, text) -> contents.add(Section.folded("Plans of " + cell, new Content.Command(text))));
        return new Section(
                        "Queries",
                        "Elapsed time and CPU time of the server during each query: means over rounds with 95 %"
                                + " intervals. CPU time is that of all its processes, with an embedded database of the"
                                + " measuring process; the system reports it in steps of 10 ms, which even out over"
                                + " passes." + (hasPlans ? " The index is that of the plan, which is below." : ""),
                        contents)
                .withData("queries", queries);
    }

    /** Returns the SQL files that were measured, with the plans of their statements, folded. */
    public static Section ofFiles(Results results) {
        List<Section> parts = new ArrayList<>();
        results.runs().stream().flatMap(run -> run.scripts().stream()).forEach(script -> {
            parts.add(Section.folded(script.name(), new Content.Command(script.text())));
            script.plans().forEach((target, plans) -> {
                for (int i = 0; i < plans.size(); i++) {
                    String heading = "Plan of " + script.name() + " on " + target + number(i, plans);
                    parts.add(Section.folded(heading, new Content.Command(plans.get(i))));
                }
            });
        });
        return new Section(
                "SQL files and their plans",
                "Plans as the database explained them before a fork measured; where one changed between rounds, each of"
                        + " its forms. Estimates in numbers do not make another plan.",
                parts);
    }

    private String planText() {
        List<String> texts = new ArrayList<>();
        for (Form form : plans) {
            texts.add(query + number(texts.size(), plans) + ": spatial index " + index(form) + "\n" + form.plan());
        }
        return String.join("\n\n", texts);
    }

    private static String number(int place, List<?> plans) {
        return plans.size() == 1 ? "" : ", " + (place + 1) + " of " + plans.size();
    }

    private TableCell index() {
        List<String> texts = plans.stream().map(Queries::index).distinct().toList();
        String changed = plans.size() > 1 ? "the plan changed between rounds" : "";
        return TableCell.of(texts.isEmpty() ? NO_PLAN : String.join(", then ", texts), changed);
    }

    private static String index(Form form) {
        if (form.usingIndex().isEmpty()) {
            return NO_PLAN;
        }
        int using = form.usingIndex().getAsInt();
        if (using == 0) {
            return form.choosingPerRow() == 0 ? "not used" : "chosen per row";
        }
        return using == form.statements() ? "used" : "used by " + using + " of " + form.statements();
    }
}
