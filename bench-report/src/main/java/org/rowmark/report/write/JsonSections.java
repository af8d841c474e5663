package org.rowmark.report.write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.model.View;
import org.rowmark.report.section.FindingRatio;
import org.rowmark.report.section.FindingRow;
import org.rowmark.report.section.Findings;
import org.rowmark.report.section.IndexBuild;
import org.rowmark.report.section.Phases;
import org.rowmark.report.section.Rate;
import org.rowmark.result.ControlCell;
import org.rowmark.result.ControlCell.Repeat;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/** The parts of comparison.json that go with the sections below the comparison; lists without entries where there is none. */
final class JsonSections {
    private JsonSections() {}

    record IntervalNode(Double mean, Double low, Double high, int n) {
        /** Null without a round. */
        static IntervalNode of(Interval interval) {
            return interval.n() == 0
                    ? null
                    : new IntervalNode(
                            known(interval.mean()), known(interval.low()), known(interval.high()), interval.n());
        }
    }

    record PhasesNode(
            int line, String column, IntervalNode whole, Map<String, IntervalNode> phases, IntervalNode other) {}

    record IndexBuildNode(
            Map<String, String> keys, IntervalNode told, IntervalNode difference, IntervalNode disagreement) {}

    record RateNode(
            Map<String, String> keys,
            IntervalNode backupBytes,
            IntervalNode backupMegabytesPerSecond,
            IntervalNode databaseBytes,
            IntervalNode databaseMegabytesPerSecond,
            Double pageSizeAsked,
            List<Double> pageSizesGot) {}

    record FindingNode(
            String title,
            String name,
            String value,
            String unit,
            String scope,
            String metric,
            Map<String, String> over,
            Map<String, String> under,
            Double ratio,
            Double low,
            Double high,
            int n,
            int pairs,
            String mark,
            String detail,
            Integer moreRounds) {}

    record ControlNode(String text, int mostRepeats, List<RepeatNode> repeats) {
        /** @param text what it says in words */
        static ControlNode of(ControlCell control, String text) {
            return new ControlNode(
                    text,
                    control.mostRepeats(),
                    control.repeats().stream().map(RepeatNode::of).toList());
        }
    }

    record RepeatNode(int round, Double ratio, Double low, Double high, Integer addedRound) {
        static RepeatNode of(Repeat repeat) {
            return new RepeatNode(
                    repeat.round(),
                    known(repeat.ratio()),
                    known(repeat.low()),
                    known(repeat.high()),
                    repeat.addedRound() == 0 ? null : repeat.addedRound());
        }
    }

    static List<PhasesNode> phases(ComparisonTable table) {
        return Phases.of(table).stream()
                .flatMap(phases -> phases.parts().stream()
                        .filter(parts -> parts.whole().n() > 0)
                        .map(parts -> phases(table.lines().indexOf(phases.line()), parts)))
                .toList();
    }

    private static PhasesNode phases(int line, Phases.Parts parts) {
        Map<String, IntervalNode> nodes = new LinkedHashMap<>();
        parts.phases().forEach((name, phase) -> nodes.put(NamedMetrics.phase(name), IntervalNode.of(phase)));
        return new PhasesNode(
                line,
                parts.side().column(),
                IntervalNode.of(parts.whole()),
                nodes,
                nodes.isEmpty() ? null : IntervalNode.of(parts.other()));
    }

    static List<IndexBuildNode> indexBuilds(View view) {
        return IndexBuild.of(view.cells()).stream()
                .map(build -> new IndexBuildNode(
                        build.others(),
                        IntervalNode.of(build.told()),
                        IntervalNode.of(build.difference()),
                        IntervalNode.of(build.disagreement())))
                .toList();
    }

    static List<RateNode> rates(View view) {
        return Rate.of(view.cells()).stream()
                .map(rate -> new RateNode(
                        rate.cell().keys(),
                        IntervalNode.of(rate.backup()),
                        IntervalNode.of(rate.ofBackup()),
                        IntervalNode.of(rate.database()),
                        IntervalNode.of(rate.ofDatabase()),
                        known(rate.askedPage()),
                        List.copyOf(rate.gotPages())))
                .toList();
    }

    static List<FindingNode> findings(View view) {
        return Findings.of(view).stream()
                .flatMap(findings -> findings.rows().stream().map(row -> finding(findings.title(), row)))
                .toList();
    }

    private static FindingNode finding(String title, FindingRow row) {
        Optional<Comparison> ours = row.ours().map(FindingRatio::comparison);
        return new FindingNode(
                title,
                row.finding().name(),
                row.value(),
                row.unit(),
                row.scope(),
                row.finding().metric(),
                new TreeMap<>(row.finding().over()),
                new TreeMap<>(row.finding().under()),
                ours.map(with -> known(with.ratio())).orElse(null),
                ours.map(with -> known(with.low())).orElse(null),
                ours.map(with -> known(with.high())).orElse(null),
                ours.map(Comparison::n).orElse(0),
                row.ours().map(FindingRatio::pairs).orElse(0),
                row.mark().word().name(),
                row.detail(),
                row.mark().moreRounds().isPresent() ? row.mark().moreRounds().getAsInt() : null);
    }

    private static Double known(double value) {
        return JsonReport.known(value);
    }

    private static Double known(OptionalDouble value) {
        return value.isPresent() ? known(value.getAsDouble()) : null;
    }
}
