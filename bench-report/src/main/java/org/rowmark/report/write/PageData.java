package org.rowmark.report.write;

import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Metric;
import org.rowmark.report.compare.Replicates;
import org.rowmark.report.model.ReportModel;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the page's script needs to set the columns against another baseline: natural logarithms of all replicates, and
 * when they were measured. It stands in the page as JSON in which no character can end the element that it stands in.
 */
final class PageData {
    private static final JsonMapper JSON = Json.MAPPER;

    /** Digits behind the point that are kept: the ratios from them agree with those from doubles to 1e-11. */
    private static final double RESOLUTION = 1e12;

    private PageData() {}

    static String of(ReportModel model) {
        ObjectNode page = JSON.createObjectNode().put("format", 1).put("margin", model.margin());
        ArrayNode tables = page.putArray("tables");
        for (int i = 0; i < model.views().size(); i++) {
            table(model.views().get(i).table(), tables.addObject().put("id", "c" + (i + 1)));
        }
        return JSON.writeValueAsString(page)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static void table(ComparisonTable table, ObjectNode node) {
        node.put("baseline", table.baseline());
        ArrayNode columns = node.putArray("columns");
        table.columns().forEach(columns::add);
        Instant zero = table.cells().stream()
                .flatMap(cell -> cell.values().starts().values().stream())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        ArrayNode rows = node.putArray("rows");
        for (Case line : table.lines()) {
            ObjectNode row = rows.addObject()
                    .put("name", line.title())
                    .put(
                            "metric",
                            line.metric().isScore() ? "score" : line.metric().name())
                    .put("unit", line.metric().unit())
                    .put("better", line.metric().better() == Better.HIGHER ? "higher" : "lower")
                    .put(
                            "planned",
                            line.columnValues().stream()
                                    .mapToInt(side -> side.cell().plannedRounds())
                                    .max()
                                    .orElse(0));
            ArrayNode cells = row.putArray("cells");
            line.columnValues().forEach(side -> cell(side, line.metric(), zero, cells));
            ArrayNode troubles = row.putArray("troubles");
            line.columnValues().forEach(side -> troubles.add(side.cell().problem()));
        }
    }

    private static void cell(ColumnValue side, Metric metric, Instant zero, ArrayNode cells) {
        boolean isComparable = !metric.isScore() || side.cell().values().unit().equals(metric.unit());
        if (!side.isMeasured() || !isComparable) {
            cells.addNull();
            return;
        }
        ObjectNode cell = cells.addObject();
        ArrayNode rounds = cell.putArray("rounds");
        ArrayNode logs = cell.putArray("logs");
        ArrayNode starts = cell.putArray("starts");
        Replicates series = Replicates.of(side);
        new TreeMap<>(series.values()).forEach((round, value) -> {
            if (Double.isFinite(value) && value > 0) {
                rounds.add(round.intValue());
                logs.add(Math.rint(Math.log(value) * RESOLUTION) / RESOLUTION);
                if (series.starts().containsKey(round)) {
                    starts.add(
                            Duration.between(zero, series.starts().get(round)).toMillis() / 1000.0);
                }
            }
        });
        Design.Unit unit = series.unit();
        if (side.cell().isIncomplete()) {
            cell.put("incomplete", true);
        }
        cell.put("unit", unit.cap().isEmpty() ? unit.words() : unit.cap());
    }
}
