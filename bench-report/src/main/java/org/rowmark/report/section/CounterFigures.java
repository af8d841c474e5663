package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.counters.BytesWritten;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.CounterBars;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/**
 * Figures of counters, per operation where they count events. Of the counters of servers and
 * processes only the few are drawn that explain most.
 */
final class CounterFigures {
    private CounterFigures() {}

    static Section section(Results results) {
        return Section.ofFigures(
                "Counters",
                "What was done for the scores, per operation where events are counted.",
                results.table().lines().stream()
                        .filter(line -> line.metric().isScore())
                        .flatMap(CounterFigures::shown)
                        .filter(shown -> shown.most() > 0)
                        .toList(),
                shown -> figure(shown, results.table()));
    }

    private static Stream<Shown> shown(Case line) {
        Stream<Shown> others = line.columnValues().stream()
                .flatMap(side -> side.cell().values().counters().keySet().stream())
                .distinct()
                .map(name -> Shown.of(line, name, values -> values.counters().getOrDefault(name, Map.of())));
        return Stream.concat(
                others,
                Stream.of(
                        bytesWritten(line),
                        cpuTime(line, "process", "CPU time of the server (ms/op)"),
                        cpuTime(line, "client", "CPU time of the measuring process (ms/op)")));
    }

    /** A counter of a line as it is drawn, for each configuration. */
    private record Shown(Case line, String name, List<Map<Integer, Double>> byColumn) {
        private static Shown of(Case line, String name, Function<CellValues, Map<Integer, Double>> of) {
            List<Map<Integer, Double>> byColumn = line.columnValues().stream()
                    .map(side -> of.apply(side.cell().values()))
                    .toList();
            return new Shown(line, name, byColumn);
        }

        private double most() {
            return byColumn.stream().flatMap(rounds -> rounds.values().stream()).reduce(0.0, Math::max);
        }
    }

    /** Returns the bytes written in the unit that fits the most. */
    private static Shown bytesWritten(Case line) {
        Shown bytes = Shown.of(
                line, "", values -> BytesWritten.byServer(values.counts()).rounds());
        CounterText.Shown unit = CounterText.Shown.of(bytes.most(), "bytes");
        return new Shown(
                line,
                "bytes written, as the server reports (" + unit.name() + "/op)",
                bytes.byColumn().stream()
                        .map(rounds -> Means.scaled(rounds, 1 / unit.size()))
                        .toList());
    }

    private static Shown cpuTime(Case line, String kind, String name) {
        return Shown.of(line, name, values -> values.counts().rounds(kind + "." + CounterText.CPU_TIME));
    }

    private static Figure figure(Shown shown, ComparisonTable table) {
        List<ColumnValue> sides = shown.line().columnValues();
        int baseline = table.baseline();
        List<CounterBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            ColumnValue side = sides.get(i);
            Map<Integer, Double> rounds = shown.byColumn().get(i);
            Interval mean = Means.mean(rounds);
            Comparison more = ServerCounters.compare(
                    sides.get(baseline), side, shown.byColumn().get(baseline), rounds);
            String ratio = i == baseline || more.n() == 0 ? "" : VerdictLabel.ratio(more);
            bars.add(new CounterBars.Row(side.column(), mean.mean(), mean.low(), mean.high(), ratio));
            rows.add(List.of(side.column(), Numbers.score(mean.mean()), Numbers.range(mean), ratio));
        }
        String title = shown.line().title() + ": " + shown.name();
        List<String> header = List.of(table.columnKey(), "Mean", "95 % interval", "Of the baseline");
        return new Figure(
                title, id -> CounterBars.plot(id, title, shown.name(), bars), DataTable.ofTexts(header, 1, rows));
    }
}
