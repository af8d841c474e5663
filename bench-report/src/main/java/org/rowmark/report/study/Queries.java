package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.MapPlot;
import org.rowmark.report.section.Content;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.KeyColumns;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.result.query.QueryPlans;
import org.rowmark.result.query.QueryPlans.Form;
import org.rowmark.stats.Interval;

/**
 * A query of a pass in a cell.
 *
 * @param query name of the phase
 * @param elapsedMillis mean over rounds
 * @param serverCpuMillis CPU time of the server meanwhile; without a round where it is not known
 * @param plans forms of its plan; none where none was recorded
 */
public record Queries(
        Map<String, String> keys, String query, Interval elapsedMillis, Interval serverCpuMillis, List<Form> plans) {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final String NO_PLAN = "no plan";

    /** Returns the queries of the cells that have their CPU time or plans, in the order of a pass. */
    static List<Queries> of(Results results) {
        List<QueryPlans> plans = results.runs().stream()
                .flatMap(run -> run.queries().plans().stream())
                .toList();
        Set<String> names = new LinkedHashSet<>();
        List<Queries> all = new ArrayList<>();
        for (Cell cell : results.cells()) {
            Optional<QueryPlans> ofCell =
                    plans.stream().filter(of -> of.isOf(cell.keys())).findFirst();
            Set<String> metrics = cell.values().named().keySet();
            if (ofCell.isPresent() || metrics.stream().anyMatch(name -> name.startsWith(NamedMetrics.PHASE_CPU))) {
                metrics.stream()
                        .filter(name -> name.startsWith(NamedMetrics.PHASE))
                        .sorted()
                        .map(NamedMetrics::phase)
                        .forEach(name -> {
                            names.add(name);
                            all.add(of(cell, name, ofCell));
                        });
            }
        }
        return names.stream()
                .sorted()
                .flatMap(name -> all.stream().filter(query -> query.query.equals(name)))
                .toList();
    }

    private static Queries of(Cell cell, String name, Optional<QueryPlans> plans) {
        return new Queries(
                cell.keys(),
                name,
                millis(cell, NamedMetrics.PHASE + name),
                millis(cell, NamedMetrics.PHASE_CPU + name),
                plans.flatMap(of -> of.query(name)).map(QueryPlans.Query::forms).orElse(List.of()));
    }

    private static Interval millis(Cell cell, String metric) {
        return Means.mean(Means.scaled(cell.values().named(metric), MILLIS_PER_SECOND));
    }

    public static Section section(Results results) {
        List<Queries> queries = of(results);
        KeyColumns keys = results.keyColumns(
                queries.stream().map(Queries::keys).distinct().toList(), "");
        boolean hasPlans = queries.stream().anyMatch(query -> !query.plans.isEmpty());
        List<Column<Queries>> columns = new ArrayList<>();
        columns.add(Column.ofText("query", Queries::query));
        keys.names().forEach(name -> columns.add(Column.ofText(name, query -> query.keys.getOrDefault(name, ""))));
        columns.add(new Column<>("elapsed (ms)", query -> TableCell.of(query.elapsedMillis)));
        columns.add(new Column<>("server CPU (ms)", Queries::cpu));
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
        contents.add(DataTable.of(1 + keys.names().size(), queries, columns).grouped());
        contents.addAll(plans(queries, keys));
        return new Section(
                        "Queries",
                        "Elapsed time and CPU time of the server during each query: means over rounds with 95 %"
                                + " intervals. CPU time is that of all its processes, with an embedded database of the"
                                + " measuring process; the system reports it in steps of 10 ms, which even out over"
                                + " passes." + (hasPlans ? " The index is that of the plan, which is below." : ""),
                        contents)
                .withData("queries", queries);
    }

    /** Returns the plans of each cell, folded. */
    private static List<Section> plans(List<Queries> queries, KeyColumns keys) {
        return queries.stream()
                .map(Queries::keys)
                .distinct()
                .flatMap(cell -> {
                    String plans = queries.stream()
                            .filter(query -> query.keys.equals(cell) && !query.plans.isEmpty())
                            .map(Queries::planText)
                            .collect(Collectors.joining("\n\n"));
                    return plans.isEmpty()
                            ? Stream.empty()
                            : Stream.of(Section.folded("Plans of " + keys.text(cell), new Content.Command(plans)));
                })
                .toList();
    }

    private String planText() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            String number = plans.size() == 1 ? "" : ", plan " + (i + 1) + " of " + plans.size();
            texts.add(query + number + ": spatial index " + index(plans.get(i)) + "\n"
                    + plans.get(i).plan());
        }
        return String.join("\n\n", texts);
    }

    private TableCell cpu() {
        return serverCpuMillis.n() == 0
                ? TableCell.of(Numbers.NONE, CounterText.NOT_REPORTED)
                : TableCell.of(serverCpuMillis);
    }

    private TableCell index() {
        List<String> texts = plans.stream().map(Queries::index).distinct().toList();
        String changed = plans.size() > 1 ? "the plan changed between rounds" : "";
        return TableCell.of(texts.isEmpty() ? NO_PLAN : String.join(", then ", texts), changed);
    }

    private static String index(Form form) {
        OptionalInt using = form.usingIndex();
        if (using.isEmpty()) {
            return NO_PLAN;
        }
        if (using.getAsInt() == 0) {
            return form.choosingPerRow() == 0 ? "not used" : "chosen per row";
        }
        return using.getAsInt() == form.statements()
                ? "used"
                : "used by " + using.getAsInt() + " of " + form.statements();
    }
}
