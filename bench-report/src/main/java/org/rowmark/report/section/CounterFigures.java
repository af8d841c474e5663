package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.counters.BytesWritten;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.plot.BarPlot;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/**
 * Figures of counters, per operation where they count events. Of the counters of servers and
 * processes only the few are drawn that explain most.
 */
public final class CounterFigures {
    private CounterFigures() {}

    public static Section section(Results results) {
        return Section.ofFigures(
                "Counters",
                "What was done for the scores, per operation where events are counted.",
                results.table().scores().stream()
                        .flatMap(CounterFigures::shown)
                        .filter(shown -> shown.most() > 0)
                        .toList(),
                shown -> figure(shown, results.table()));
    }

    private static Stream<Shown> shown(Case line) {
        Stream<Shown> others = line.columnValues().stream()
                .flatMap(side -> side.cell().values().counters().keySet().stream())
                .distinct()
                .map(name -> new Shown(line, name, values -> values.counters().getOrDefault(name, Map.of())));
        return Stream.concat(
                others,
                Stream.of(
                        bytesWritten(line),
                        cpuTime(line, "process", "CPU time of the server (ms/op)"),
                        cpuTime(line, "client", "CPU time of the measuring process (ms/op)")));
    }

    /** A counter of a line as it is drawn. */
    private record Shown(Case line, String name, Function<CellValues, Map<Integer, Double>> counter) {
        private Map<Integer, Double> rounds(ColumnValue side) {
            return counter.apply(side.cell().values());
        }

        private double most() {
            return line.columnValues().stream()
                    .flatMap(side -> rounds(side).values().stream())
                    .reduce(0.0, Math::max);
        }
    }

    /** Returns the bytes written in the unit that fits the most. */
    private static Shown bytesWritten(Case line) {
        Shown bytes = new Shown(
                line, "", values -> BytesWritten.byServer(values.counts()).rounds());
        CounterText.Shown unit = CounterText.Shown.of(bytes.most(), "bytes");
        String name = "bytes written, as the server reports (" + unit.name() + "/op)";
        return new Shown(line, name, values -> Means.scaled(bytes.counter().apply(values), 1 / unit.size()));
    }

    private static Shown cpuTime(Case line, String kind, String name) {
        return new Shown(line, name, values -> values.counts().rounds(kind + "." + CounterText.CPU_TIME));
    }

    private static Figure figure(Shown shown, ComparisonTable table) {
        ColumnValue baseline = shown.line().columnValues().get(table.baseline());
        List<BarPlot.Row> bars = new ArrayList<>();
        for (ColumnValue side : table.shown(shown.line())) {
            Interval mean = Means.mean(shown.rounds(side));
            Comparison more = ServerCounters.compare(baseline, side, shown.rounds(baseline), shown.rounds(side));
            boolean hasRatio = more.n() > 0 && !side.column().equals(baseline.column());
            String known = hasRatio ? VerdictLabel.ratio(more) : "";
            String text = mean.n() == 0 ? CounterText.NOT_REPORTED : known;
            bars.add(new BarPlot.Row(side.column(), List.of(mean.mean()), 0, mean, text));
        }
        String title = shown.line().title() + ": " + shown.name();
        BarPlot plot = new BarPlot(title, shown.name(), "", List.of(new BarPlot.Part("", 0)), bars);
        DataTable numbers = DataTable.of(
                1,
                bars,
                List.of(
                        Column.ofText(table.columnKey(), BarPlot.Row::name),
                        new Column<>("Mean", bar -> DataTable.TableCell.of(bar.whole())),
                        Column.ofText("Of the baseline", BarPlot.Row::text)));
        return new Figure(title, plot::plot, numbers);
    }
}
