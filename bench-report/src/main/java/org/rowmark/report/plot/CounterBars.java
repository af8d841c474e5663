package org.rowmark.report.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;

/** A server counter per operation: a dot with its interval for each configuration, on an axis from 0. */
public final class CounterBars {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 190;
    private static final double WIDEST_TEXT = 170;
    private static final double ROW = 25;
    private static final double TOP = 26;

    private CounterBars() {}

    /**
     * @param name of the configuration
     * @param mean per operation; not finite where it is not known
     * @param low lower end of its interval; NaN without one; what is below 0 is not drawn
     * @param high upper end
     * @param text printed beside it, for example the ratio to the baseline; may be empty
     */
    public record Row(String name, double mean, double low, double high, String text) {}

    /**
     * Draws a row per configuration, in the order of their styles.
     *
     * @param title what was counted
     * @param unit for example {@code reads per operation}
     */
    public static String plot(String id, String title, String unit, List<Row> rows) {
        double names = PlotText.widest(rows.stream().map(Row::name).toList(), WIDEST_NAME);
        double texts = PlotText.widest(rows.stream().map(Row::text).toList(), WIDEST_TEXT);
        Frame frame = new Frame(names + 16, TOP, WIDTH - texts - 24, TOP + Math.max(1, rows.size()) * ROW);
        Range values =
                Range.of(rows.stream().flatMapToDouble(row -> DoubleStream.of(0, row.mean(), row.low(), row.high())));
        double high = values.high() > 0 ? Math.min(1e300, values.high() * 1.04) : 1;
        LinearAxis axis = new LinearAxis(0, high, frame.left(), frame.right());
        String description = "Mean and 95 % interval in " + unit + " of " + Numbers.count(rows.size(), "configuration")
                + ", on an axis from 0.";
        Svg svg = Svg.scaling(id, WIDTH, frame.bottom() + Frame.LABELS_BELOW + 6, title, description);
        svg.label("u", Anchor.START, frame.left(), 14, unit, WIDTH - frame.left());
        frame.horizontal(svg, axis.ticks(), "");
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            double y = TOP + (i + 0.5) * ROW;
            svg.label("l", Anchor.END, frame.left() - 10, y + 4.5, row.name(), WIDEST_NAME);
            mark(svg, row, new SeriesStyle(i), axis, y);
            if (!row.text().isEmpty()) {
                svg.label("l", Anchor.START, frame.right() + 16, y + 4.5, row.text(), WIDEST_TEXT);
            }
        }
        frame.start(svg);
        return svg.markup();
    }

    private static void mark(Svg svg, Row row, SeriesStyle style, LinearAxis axis, double y) {
        if (!Double.isFinite(row.mean())) {
            svg.text("u", Anchor.START, axis.from() + 6, y + 4.5, "not known");
            return;
        }
        svg.group(style.css());
        if (Double.isFinite(row.low()) && Double.isFinite(row.high())) {
            svg.path("e", new PathData().segment(axis.at(row.low()), y, axis.at(row.high()), y));
        }
        svg.path("m", new PathData().mark(style.glyph(), axis.at(row.mean()), y));
        svg.end();
    }
}
