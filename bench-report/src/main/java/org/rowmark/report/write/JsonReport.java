package org.rowmark.report.write;

import java.io.Writer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Design;
import org.rowmark.stats.Interval;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The writer of comparison.json: every number of the report with twelve digits, for programs. docs/files.md describes
 * it; docs/comparison.schema.json is its JSON Schema. {@link #SCHEMA} changes when a reader of the old files could not
 * read the new ones; what is not known is {@code null}, never NaN. Numbers have the fewest digits that identify them,
 * the same on every JVM: older ones print some numbers with more.
 */
public final class JsonReport {
    static final String SCHEMA = "rowmark-comparison/1";

    private static final ObjectWriter JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .build())
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, serializer(JsonReport::number))
                    .addSerializer(Double.TYPE, serializer(JsonReport::number))
                    .addSerializer(
                            OptionalDouble.class, serializer((out, value) -> number(out, value.orElse(Double.NaN))))
                    .addSerializer(Interval.class, serializer(JsonReport::interval)))
            .build()
            .writerWithDefaultPrettyPrinter()
            .without(StreamWriteFeature.AUTO_CLOSE_TARGET);

    private JsonReport() {}

    private record Document(String schema, List<?> comparisons) {}

    private record Answered(String text, List<String> rows, List<String> leftOut) {}

    private record Mean(double mean, double low, double high, int n) {}

    static void write(ReportModel model, Writer out) {
        write(new Document(SCHEMA, model.views().stream().map(JsonReport::view).toList()), out);
    }

    /** Writes a document of another schema, with the same numbers. */
    static void write(Object document, Writer out) {
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writePOJO(document);
            json.writeRaw('\n');
        }
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
        node.put("lines", each(table.lines(), JsonReport::line));
        node.put("rows", each(table.rows(), JsonReport::row));
        view.sections().forEach(section -> node.putAll(section.data()));
        return node;
    }

    /** Returns nodes that are made as they are written: those of a large run would fill the memory. */
    private static <T> Iterator<?> each(List<T> items, Function<T, ?> node) {
        return items.stream().map(node).iterator();
    }

    private static Answered answer(Answer answer) {
        List<String> rows = answer.rows().stream()
                .map(row -> row.title() + ": " + row.text())
                .toList();
        return new Answered(answer.sentence().text(), rows, answer.leftOut());
    }

    private static Map<String, Object> line(Case line) {
        Metric metric = line.metric();
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("workload", line.key().workload());
        node.put("keys", line.key().parameters());
        node.put("operation", line.operation());
        node.put("metric", metric.id());
        node.put("unit", line.unit());
        node.put("better", metric.way());
        node.put("cells", line.sides().map(side -> cell(side, metric)).toList());
        return node;
    }

    private static Map<String, Object> cell(ColumnValue side, Metric metric) {
        Map<String, Map<Integer, Double>> secondary = new TreeMap<>();
        if (metric.isScore()) {
            secondary.putAll(side.cell().values().besideScore());
            secondary.putAll(side.cell().values().counters());
        }
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("column", side.column());
        node.put("state", side.cell().state());
        node.put("reason", side.cell().problem());
        node.put("plannedRounds", side.cell().plannedRounds());
        node.put("mean", side.score().mean());
        node.put("low", side.score().low());
        node.put("high", side.score().high());
        node.put("rounds", new TreeMap<>(side.values()));
        node.put("secondary", secondary);
        return node;
    }

    private static Map<String, Object> row(CaseRatio row) {
        Comparison comparison = row.comparison();
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("line", row.line().index());
        node.put("column", row.b().column());
        node.put("ratio", comparison.ratio());
        node.put("low", comparison.low());
        node.put("high", comparison.high());
        node.put("n", comparison.n());
        node.put("p", comparison.p());
        node.put("adjustedP", row.adjustedP());
        node.put("sd", comparison.sd());
        node.put("df", comparison.df());
        node.put("detectableEffect", row.detectable());
        node.put("verdict", row.word());
        node.put("moreRounds", row.verdict().moreRounds());
        node.put("order", row.design().map(Design::order));
        node.put("replicate", row.design().map(Design::unit));
        node.put("outlyingRounds", row.outlying());
        node.put("dependsOnOutlyingRounds", row.dependsOnOutliers());
        node.put("notes", row.notes());
        return node;
    }

    private static void interval(JsonGenerator out, Interval interval) {
        boolean isKnown = interval.n() > 0;
        out.writePOJO(isKnown ? new Mean(interval.mean(), interval.low(), interval.high(), interval.n()) : null);
    }

    private static void number(JsonGenerator out, double value) {
        if (Double.isFinite(value)) {
            out.writeNumber(Numbers.portable(value));
        } else {
            out.writeNull();
        }
    }

    private static <T> ValueSerializer<T> serializer(BiConsumer<JsonGenerator, T> writer) {
        return new ValueSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializationContext context) {
                writer.accept(out, value);
            }
        };
    }
}
