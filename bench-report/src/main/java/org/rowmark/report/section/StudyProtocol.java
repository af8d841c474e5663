package org.rowmark.report.section;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Protocol;
import org.rowmark.stats.TrimmedMean;

/** The figures that the protocol of a published study makes of the rounds. */
public final class StudyProtocol {
    /** The number of runs cut at either end, a tenth of ten. */
    private static final int CUT = 1;

    private StudyProtocol() {}

    /** Returns a section without contents for the mean of all runs, which the comparison shows. */
    public static Section section(Results results) {
        Optional<Protocol> protocol = results.runs().stream()
                .map(run -> Protocol.named(run.manifest().method().protocol()))
                .filter(named -> named != Protocol.MEAN)
                .findFirst();
        return new Section(
                "By the study's own protocol",
                protocol.map(Protocol::words).orElse("")
                        + ", as the published figures were made; the comparison above uses all rounds.",
                protocol.stream().map(named -> table(results.table(), named)).toList());
    }

    private static DataTable table(ComparisonTable table, Protocol protocol) {
        Stream<Column<Case>> columns = Stream.concat(
                Stream.of(
                        Column.ofText("workload", Case::title),
                        Column.ofText("unit", line -> line.metric().unit())),
                Column.each(
                        table.columns(),
                        (line, i) -> cell(
                                line,
                                line.columnValues().get(table.baseline()),
                                line.columnValues().get(i),
                                protocol)));
        List<Case> lines = table.scores().stream().map(StudyProtocol::bySums).toList();
        return DataTable.of(2 + table.columns().size(), lines, columns.toList());
    }

    /** Returns a line of passes over queries by their sums, which are what is published; another as it is. */
    private static Case bySums(Case line) {
        if (line.columnValues().stream().noneMatch(side -> side.cell().values().isPass())) {
            return line;
        }
        List<ColumnValue> sums = line.columnValues().stream()
                .map(side -> side.withValues(NamedMetrics.seconds(side.cell().values())))
                .toList();
        Metric metric = new Metric("", NamedMetrics.PASS, line.metric().better());
        return new Case(line.index(), line.key(), metric, sums);
    }

    private static TableCell cell(Case line, ColumnValue baseline, ColumnValue side, Protocol protocol) {
        Optional<Interval> figure = figure(side, protocol);
        if (figure.isEmpty()) {
            return TableCell.of("not " + protocol.runs().orElse(0) + " rounds");
        }
        Interval ours = figure.get();
        String ratio = figure(baseline, protocol)
                .filter(of -> !side.column().equals(baseline.column()))
                .map(theirs -> ratio(line.metric().better(), baseline, side, ours.mean() / theirs.mean(), protocol))
                .orElse("");
        String interval = Double.isFinite(ours.low()) ? " (" + Numbers.range(ours) + ")" : "";
        return TableCell.of(Numbers.score(ours.mean()) + interval, ratio);
    }

    private static String ratio(Better better, ColumnValue a, ColumnValue b, double quotient, Protocol protocol) {
        return protocol == Protocol.TRIMMED_MEAN
                ? VerdictLabel.ratio(TrimmedMean.compare(a.values(), b.values(), CUT, better)) + " by Yuen's test"
                : Numbers.ratio(better == Better.HIGHER ? quotient : 1 / quotient);
    }

    /** Returns the figure; empty if the cell has another number of rounds than the protocol takes. */
    private static Optional<Interval> figure(ColumnValue side, Protocol protocol) {
        double[] values =
                side.values().values().stream().mapToDouble(Double::doubleValue).toArray();
        return Optional.of(values)
                .filter(all -> all.length == protocol.runs().orElse(all.length) && all.length > 0)
                .map(protocol::of);
    }
}
