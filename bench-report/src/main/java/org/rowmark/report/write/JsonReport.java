package org.rowmark.report.write;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Metric;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.stats.Comparison;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;

/**
 * The writer of comparison.json: every number of the report with twelve digits, for programs. docs/files.md describes
 * it; docs/comparison.schema.json is its JSON Schema. {@link #SCHEMA} changes when a reader of the old files could not
 * read the new ones; what is not known is {@code null}, never NaN.
 */
public final class JsonReport {
    static final String SCHEMA = "rowmark-comparison/1";

    private static final ObjectWriter JSON =
            Json.MAPPER.writerWithDefaultPrettyPrinter().without(StreamWriteFeature.AUTO_CLOSE_TARGET);

    private JsonReport() {}

    public static String of(ReportModel model) {
        StringWriter json = new StringWriter();
        try {
            write(model, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return json.toString();
    }

    static void write(ReportModel model, Writer out) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", SCHEMA);
        document.put("comparisons", model.views().stream().map(JsonReport::view).toList());
        JSON.writeValue(out, document);
        out.write("\n");
    }

    private static Map<String, Object> view(View view) {
        ComparisonTable table = view.table();
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("question", view.question());
        node.put("margin", table.margin());
        node.put("columnKey", table.columnKey());
        node.put("columns", table.columns());
        node.put("baseline", table.baselineName());
        node.put("badges", view.badges());
        node.put("answers", view.answers().stream().map(JsonReport::answer).toList());
        node.put("lines", table.lines().stream().map(JsonReport::line).toList());
        node.put(
                "rows",
                table.rows().stream().map(row -> row(row, table.margin())).toList());
        view.sections().stream()
                .flatMap(section -> section.data().stream())
                .forEach(data -> node.put(data.key(), data.records()));
        return node;
    }

    private static Map<String, Object> answer(Answer answer) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("text", answer.sentence().text());
        node.put(
                "rows",
                answer.rows().stream()
                        .map(row -> row.title() + ": " + row.text())
                        .toList());
        node.put("leftOut", answer.leftOut());
        return node;
    }

    private static Map<String, Object> line(Case line) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("workload", line.key().workload());
        node.put("keys", line.key().parameters());
        node.put("operation", line.key().operation());
        node.put("metric", line.metric().isScore() ? "score" : line.metric().name());
        node.put("unit", line.unit());
        node.put("better", line.metric().better() == Comparison.Better.HIGHER ? "higher" : "lower");
        node.put(
                "cells",
                line.columnValues().stream()
                        .map(side -> cell(side, line.metric()))
                        .toList());
        return node;
    }

    private static Map<String, Object> cell(ColumnValue side, Metric metric) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("column", side.column());
        node.put("state", side.cell().state());
        node.put("reason", side.cell().problem());
        node.put("plannedRounds", side.cell().plannedRounds());
        node.put("mean", side.score().mean());
        node.put("low", side.score().low());
        node.put("high", side.score().high());
        node.put("rounds", new TreeMap<>(side.values()));
        Map<String, Object> secondary = new TreeMap<>();
        if (metric.isScore()) {
            side.cell().values().secondary().forEach((unit, values) -> secondary.put(unit, new TreeMap<>(values)));
        }
        node.put("secondary", secondary);
        return node;
    }

    private static Map<String, Object> row(CaseRatio row, double margin) {
        Optional<RatioResult> result = row.result();
        Optional<Comparison> comparison = result.map(RatioResult::comparison);
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("line", row.lineIndex());
        node.put("column", row.b().column());
        node.put("ratio", comparison.map(Comparison::ratio));
        node.put("low", comparison.map(Comparison::low));
        node.put("high", comparison.map(Comparison::high));
        node.put("n", comparison.map(Comparison::n).orElse(0));
        node.put("p", comparison.map(Comparison::p));
        node.put("adjustedP", result.map(RatioResult::adjustedP));
        node.put("sd", comparison.map(Comparison::sd));
        node.put("df", comparison.map(Comparison::df));
        node.put("detectableEffect", result.map(RatioResult::detectable));
        node.put(
                "verdict",
                result.filter(RatioResult::hasVerdict)
                        .map(with -> with.verdict().word()));
        node.put("moreRounds", result.map(with -> with.verdict().moreRounds()));
        node.put("order", comparison.map(with -> with.design().order()));
        node.put("replicate", comparison.map(with -> with.design().unit()));
        node.put("outlyingRounds", result.map(with -> with.outlying()).orElse(new TreeSet<>()));
        node.put(
                "dependsOnOutlyingRounds",
                result.map(RatioResult::dependsOnOutliers).orElse(false));
        node.put("notes", result.isPresent() ? row.notes() : List.of(row.problem()));
        return node;
    }
}
