package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Protocol;
import org.rowmark.stats.Speedup;
import org.rowmark.stats.TrimmedMean;

/**
 * The figures that a published study's own protocol computes from the rounds, to be compared with its published
 * figures.
 */
final class ProtocolFigures {
    /** The number of runs cut at either end, a tenth of ten. */
    private static final int CUT = 1;

    private ProtocolFigures() {}

    /** Returns the section, without contents for the mean of all runs, which the comparison shows anyway. */
    static Section section(Results results) {
        Optional<Protocol> protocol = results.runs().stream()
                .map(run -> Protocol.named(run.manifest().method().protocol()))
                .filter(named -> named != Protocol.MEAN_OF_ALL)
                .findFirst();
        return new Section(
                "By the study's own protocol",
                protocol.map(Protocol::words).orElse("")
                        + ", as the published figures were made; the comparison above uses all rounds.",
                protocol.stream().map(named -> table(results.table(), named)).toList());
    }

    private static DataTable table(ComparisonTable table, Protocol protocol) {
        List<String> header = new ArrayList<>(List.of("workload", "unit"));
        header.addAll(table.columns());
        List<List<TableCell>> rows = new ArrayList<>();
        for (Case line : table.lines()) {
            if (line.metric().isScore()) {
                ColumnValue baseline = line.columnValues().get(table.baseline());
                List<TableCell> row = new ArrayList<>(List.of(
                        TableCell.of(line.title()), TableCell.of(line.metric().unit())));
                line.columnValues().forEach(side -> row.add(cell(line, baseline, side, protocol)));
                rows.add(row);
            }
        }
        return new DataTable(header, header.size(), rows);
    }

    private static TableCell cell(Case line, ColumnValue baseline, ColumnValue side, Protocol protocol) {
        Optional<Interval> figure = figure(side, protocol);
        Optional<Interval> ofBaseline =
                figure(baseline, protocol).filter(of -> !side.column().equals(baseline.column()));
        if (figure.isEmpty()) {
            return TableCell.of("not " + protocol.runs().orElse(0) + " rounds");
        }
        Interval ours = figure.get();
        String interval = Double.isFinite(ours.low()) ? " (" + Numbers.range(ours) + ")" : "";
        Better better = line.metric().better();
        String gain = ofBaseline
                .map(theirs -> Speedup.of(baseline.column(), theirs.mean(), side.column(), ours.mean(), better))
                .map(Speedup::words)
                .orElse("");
        String test = protocol == Protocol.TRIMMED_MEAN && ofBaseline.isPresent()
                ? "; by Yuen's test "
                        + VerdictLabel.ratio(TrimmedMean.compare(baseline.values(), side.values(), CUT, better))
                : "";
        return TableCell.of(Numbers.score(ours.mean()) + interval, gain + test);
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
