package org.rowmark.report.write;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Metric;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Verdict;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;

/**
 * comparison.json: every number of the report with twelve digits, for programs. docs/comparison-json.md describes it,
 * docs/comparison.schema.json is its JSON Schema. {@link #SCHEMA} changes when a reader of the old files could not read
 * the new ones; what is not known is {@code null}, never NaN.
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
        JSON.writeValue(
                out,
                new Document(
                        SCHEMA, model.views().stream().map(JsonReport::view).toList()));
        out.write("\n");
    }

    record Document(String schema, List<ViewNode> comparisons) {}

    record ViewNode(
            String question,
            double margin,
            String columnKey,
            List<String> columns,
            String baseline,
            List<Badge> badges,
            List<AnswerNode> answers,
            List<LineNode> lines,
            List<RowNode> rows,
            List<JsonSections.PhasesNode> phases,
            List<JsonSections.IndexBuildNode> indexBuilds,
            List<JsonSections.RateNode> rates,
            List<JsonSections.FindingNode> findings,
            List<JsonCounters.FillNode> fills,
            List<JsonCounters.CounterNode> counters,
            List<SourceNode> sources) {}

    record AnswerNode(String text, List<String> rows, List<String> leftOut) {}

    record LineNode(
            String workload,
            Map<String, String> keys,
            String operation,
            String metric,
            String unit,
            String better,
            List<CellNode> cells) {}

    record CellNode(
            String column,
            String state,
            String reason,
            int plannedRounds,
            Double mean,
            Double low,
            Double high,
            Map<Integer, Double> rounds,
            Map<String, Map<Integer, Double>> secondary) {}

    record RowNode(
            int line,
            String column,
            Double ratio,
            Double low,
            Double high,
            int n,
            Double p,
            Double adjustedP,
            Double sd,
            Double df,
            Double detectableEffect,
            String verdict,
            Integer moreRounds,
            String order,
            String replicate,
            List<Integer> outlyingRounds,
            boolean dependsOnOutlyingRounds,
            List<String> notes) {}

    record SourceNode(
            String name,
            Double scale,
            JsonSections.ControlNode control,
            List<Fact> conduct,
            List<Fact> environment,
            List<TargetFacts> targets,
            String command) {}

    private static ViewNode view(View view) {
        ComparisonTable table = view.table();
        return new ViewNode(
                view.question(),
                table.margin(),
                table.columnKey(),
                table.columns(),
                table.baselineName(),
                view.badges(),
                view.answers().stream().map(JsonReport::answer).toList(),
                table.lines().stream().map(JsonReport::line).toList(),
                table.rows().stream().map(row -> row(row, table.margin())).toList(),
                JsonSections.phases(table),
                JsonSections.indexBuilds(view),
                JsonSections.rates(view),
                JsonSections.findings(view),
                JsonCounters.fills(view),
                JsonCounters.counters(table),
                view.sources().stream().map(JsonReport::source).toList());
    }

    private static SourceNode source(Provenance source) {
        return new SourceNode(
                source.name(),
                source.scale().map(JsonReport::known).orElse(null),
                source.control()
                        .map(control -> JsonSections.ControlNode.of(
                                control, source.procedureOf(Provenance.CONTROL).orElse("")))
                        .orElse(null),
                source.procedure(),
                source.environment(),
                source.targets(),
                source.command());
    }

    private static AnswerNode answer(Answer answer) {
        return new AnswerNode(
                answer.sentence().text(),
                answer.rows().stream()
                        .map(row -> row.title() + ": " + row.text())
                        .toList(),
                answer.leftOut());
    }

    private static LineNode line(Case line) {
        return new LineNode(
                line.key().workload(),
                line.key().parameters(),
                line.key().operation(),
                line.metric().isScore() ? "score" : line.metric().name(),
                line.unit(),
                line.metric().better() == Comparison.Better.HIGHER ? "higher" : "lower",
                line.columnValues().stream()
                        .map(side -> cell(side, line.metric()))
                        .toList());
    }

    private static CellNode cell(ColumnValue side, Metric metric) {
        Interval score = side.score();
        return new CellNode(
                side.column(),
                side.cell().state().name(),
                side.cell().problem(),
                side.cell().plannedRounds(),
                known(score.mean()),
                known(score.low()),
                known(score.high()),
                finite(side.values()),
                metric.isScore() ? secondary(side) : Map.of());
    }

    private static Map<String, Map<Integer, Double>> secondary(ColumnValue side) {
        Map<String, Map<Integer, Double>> secondary = new TreeMap<>();
        side.cell().values().secondary().forEach((unit, values) -> secondary.put(unit, finite(values)));
        return secondary;
    }

    private static RowNode row(CaseRatio row, double margin) {
        Optional<RatioResult> against = row.result();
        Optional<Comparison> comparison = against.map(RatioResult::comparison);
        return new RowNode(
                row.lineIndex(),
                row.b().column(),
                comparison.map(Comparison::ratio).map(JsonReport::known).orElse(null),
                comparison.map(Comparison::low).map(JsonReport::known).orElse(null),
                comparison.map(Comparison::high).map(JsonReport::known).orElse(null),
                comparison.map(Comparison::n).orElse(0),
                comparison.map(Comparison::p).map(JsonReport::known).orElse(null),
                against.map(RatioResult::adjustedP).map(JsonReport::known).orElse(null),
                comparison.map(Comparison::sd).map(JsonReport::known).orElse(null),
                comparison.map(Comparison::df).map(JsonReport::known).orElse(null),
                against.map(RatioResult::detectable).map(JsonReport::known).orElse(null),
                against.filter(RatioResult::hasVerdict)
                        .map(with -> with.verdict().word())
                        .map(Verdict.Word::name)
                        .orElse(null),
                against.flatMap(with ->
                                with.verdict().moreRounds().stream().boxed().findFirst())
                        .orElse(null),
                comparison.map(with -> with.design().order().name()).orElse(null),
                comparison.map(with -> with.design().unit().name()).orElse(null),
                against.map(with -> List.copyOf(with.outlying().rounds())).orElse(List.of()),
                against.map(RatioResult::dependsOnOutliers).orElse(false),
                against.isPresent() ? row.notes(margin) : Arrays.asList(row.problem()));
    }

    private static Map<Integer, Double> finite(Map<Integer, Double> values) {
        Map<Integer, Double> finite = new TreeMap<>();
        values.forEach((round, value) -> finite.put(round, known(value)));
        return finite;
    }

    static Double known(double value) {
        return Double.isFinite(value) ? Numbers.portable(value) : null;
    }

    private static Double known(OptionalDouble value) {
        return value.isPresent() ? known(value.getAsDouble()) : null;
    }
}
