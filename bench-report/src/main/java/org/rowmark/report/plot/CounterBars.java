package org.rowmark.report.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.stats.Interval;

/**
 * A server counter per operation: a dot with its interval for each configuration, on an axis from 0.
 *
 * @param title what was counted
 * @param unit for example {@code reads per operation}
 * @param rows of configurations in the order of their styles
 */
public record CounterBars(String title, String unit, List<Row> rows) {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 190;
    private static final double WIDEST_TEXT = 170;
    private static final double ROW = 25;
    private static final double TOP = 26;

    /**
     * @param name of the configuration
     * @param value per operation, not finite where it is not known; what is below 0 is not drawn
     * @param text printed beside it, for example the ratio to the baseline; may be empty
     */
    public record Row(String name, Interval value, String text) {}

    public String plot(String id) {
        double names = PlotText.widest(rows.stream().map(Row::name), WIDEST_NAME);
        double texts = PlotText.widest(rows.stream().map(Row::text), WIDEST_TEXT);
        Frame frame = new Frame(names + 16, TOP, WIDTH - texts - 24, TOP + Math.max(1, rows.size()) * ROW);
        DoubleStream values = rows.stream()
                .map(Row::value)
                .flatMapToDouble(value -> DoubleStream.of(0, value.mean(), value.low(), value.high()));
        Axis axis = Axis.fromZero(Range.of(values).high(), Range.MOST, frame.left(), frame.right());
        String description = "Mean and 95 % interval in " + unit + " of " + Numbers.count(rows.size(), "configuration")
                + ", on an axis from 0.";
        Svg svg = Svg.scaling(id, WIDTH, frame.bottom() + Frame.LABELS_BELOW + 6, WIDTH, title, description);
        svg.label("u", Anchor.START, frame.left(), 14, unit, WIDTH - frame.left());
        frame.horizontal(svg, Tick.of(axis), "");
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            double y = TOP + (i + 0.5) * ROW;
            svg.label("l", Anchor.END, frame.left() - 10, y + 4.5, row.name(), WIDEST_NAME);
            mark(svg, row.value(), new SeriesStyle(i), axis, y);
            if (!row.text().isEmpty()) {
                svg.label("l", Anchor.START, frame.right() + 16, y + 4.5, row.text(), WIDEST_TEXT);
            }
        }
        frame.start(svg);
        return svg.markup();
    }

    private static void mark(Svg svg, Interval value, SeriesStyle style, Axis axis, double y) {
        if (!Double.isFinite(value.mean())) {
            svg.label("u", Anchor.START, axis.from() + 6, y + 4.5, "not known", WIDTH);
            return;
        }
        svg.group(style.css())
                .path("e", new PathData().interval(axis, y, value.low(), value.high()))
                .path("m", style.mark(axis.at(value.mean()), y))
                .end();
    }
}
