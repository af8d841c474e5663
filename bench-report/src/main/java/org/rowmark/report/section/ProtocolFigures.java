package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.result.RunRecord;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Protocol;
import org.rowmark.stats.Speedup;
import org.rowmark.stats.TrimmedMean;

/**
 * The figures that a published study's own protocol makes of the rounds, so that they can be set beside its figures.
 *
 * @param words what the protocol does
 * @param columns names of the configurations
 * @param rows a line of the comparison each
 */
public record ProtocolFigures(String words, List<String> columns, List<FigureRow> rows) {
    /** A tenth of ten runs at either end. */
    private static final int CUT = 1;

    /**
     * One line.
     *
     * @param title the workload with its parameter values
     * @param unit of the figures
     * @param figures by column: the figure, with its interval if the protocol has one
     * @param gains by column: against the baseline, as published tables put it; empty for the baseline
     */
    public record FigureRow(String title, String unit, List<String> figures, List<String> gains) {}

    /** Empty for the mean of all runs, which is what the comparison shows anyway. */
    public static Optional<ProtocolFigures> of(View view) {
        Optional<Protocol> protocol = view.runs().stream()
                .map(RunRecord::manifest)
                .map(manifest -> Protocol.named(manifest.method().protocol()))
                .filter(named -> named != Protocol.MEAN_OF_ALL)
                .findFirst();
        return protocol.map(named -> new ProtocolFigures(
                named.words(),
                view.table().columns(),
                view.table().lines().stream()
                        .filter(line -> line.metric().isScore())
                        .map(line -> row(line, view.table(), named))
                        .toList()));
    }

    private static FigureRow row(Case line, ComparisonTable table, Protocol protocol) {
        ColumnValue baseline = line.columnValues().get(table.baseline());
        List<String> figures = new ArrayList<>();
        List<String> gains = new ArrayList<>();
        for (ColumnValue side : line.columnValues()) {
            Optional<Interval> figure = figure(side, protocol);
            figures.add(figure.map(ProtocolFigures::text)
                    .orElse("not " + protocol.runs().orElse(0) + " rounds"));
            Optional<Interval> ofBaseline = figure(baseline, protocol);
            boolean isCompared =
                    !side.column().equals(baseline.column()) && figure.isPresent() && ofBaseline.isPresent();
            gains.add(isCompared ? gain(line, baseline, side, ofBaseline.get(), figure.get(), protocol) : "");
        }
        return new FigureRow(line.title(), line.metric().unit(), figures, gains);
    }

    /** Empty if the cell has another number of rounds than the protocol takes. */
    private static Optional<Interval> figure(ColumnValue side, Protocol protocol) {
        double[] values =
                side.values().values().stream().mapToDouble(Double::doubleValue).toArray();
        return values.length == protocol.runs().orElse(values.length) && values.length > 0
                ? Optional.of(protocol.of(values))
                : Optional.empty();
    }

    private static String text(Interval figure) {
        String interval = Double.isFinite(figure.low()) ? " (" + Numbers.range(figure) + ")" : "";
        return Numbers.score(figure.mean()) + interval;
    }

    private static String gain(Case line, ColumnValue a, ColumnValue b, Interval ofA, Interval ofB, Protocol protocol) {
        String words = Speedup.of(
                        a.column(),
                        ofA.mean(),
                        b.column(),
                        ofB.mean(),
                        line.metric().better())
                .words();
        if (protocol != Protocol.TRIMMED_MEAN) {
            return words;
        }
        Comparison yuen = TrimmedMean.compare(
                Map.copyOf(a.values()),
                Map.copyOf(b.values()),
                CUT,
                line.metric().better());
        return words + "; by Yuen's test " + VerdictLabel.ratio(yuen);
    }
}
