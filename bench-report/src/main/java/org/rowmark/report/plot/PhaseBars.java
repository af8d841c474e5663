package org.rowmark.report.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * The phases of one operation: a bar of stacked phases for each configuration, the rest hatched
 * behind them, and below each bar the interval of the whole, on an axis from 0.
 */
public final class PhaseBars {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 150;
    private static final double WIDEST_TEXT = 150;
    private static final double ROW = 36;
    private static final double HALF_BAR = 10;
    private static final double SWATCH = 5.5;
    private static final double HATCH = 5;
    private static final double AIR = 4;

    /** Greatest length of the axis in longest bars: the interval of two rounds would make all of them tiny. */
    private static final double MOST_BEYOND = 1.4;

    private PhaseBars() {}

    /**
     * @param name of the phase
     * @param style number of its colour, the same in all plots of a page
     */
    public record Phase(String name, int style) {}

    /**
     * @param name of the configuration
     * @param seconds by phase, in the order of the phases; NaN for an unknown phase
     * @param other the rest of the whole; drawn if it is above 0
     * @param low lower end of the interval of the whole; NaN without one
     * @param high upper end
     * @param text printed beside it, for example the whole with its interval
     */
    public record Row(String name, List<Double> seconds, double other, double low, double high, String text) {
        public Row {
            seconds = List.copyOf(seconds);
        }

        private double whole() {
            return seconds.stream().mapToDouble(PhaseBars::drawn).sum() + drawn(other);
        }
    }

    /**
     * Draws a bar per configuration.
     *
     * @param title what was done
     * @param phases in the order in which they are stacked
     */
    public static String plot(String id, String title, List<Phase> phases, List<Row> rows) {
        double names = PlotText.widest(rows.stream().map(Row::name).toList(), WIDEST_NAME);
        double texts = PlotText.widest(rows.stream().map(Row::text).toList(), WIDEST_TEXT);
        List<String> parts = Stream.concat(phases.stream().map(Phase::name), Stream.of("other"))
                .toList();
        Legend legend = new Legend(parts, WIDTH);
        double top = legend.height() + 8;
        Frame frame = new Frame(names + 16, top, WIDTH - texts - 24, top + Math.max(1, rows.size()) * ROW);
        Range values = Range.of(rows.stream().flatMapToDouble(row -> DoubleStream.of(0, row.whole(), row.high())));
        double longest = rows.stream().mapToDouble(Row::whole).max().orElse(0);
        double most = longest > 0 ? MOST_BEYOND * longest : 1e300;
        double high = values.high() > 0 ? Math.min(most, Math.min(1e300, values.high() * 1.04)) : 1;
        LinearAxis axis = new LinearAxis(0, high, frame.left(), frame.right());
        String description = "Mean seconds of " + Numbers.count(phases.size(), "phase") + " stacked for "
                + Numbers.count(rows.size(), "configuration")
                + ", with the 95 % interval of the whole, on an axis from 0.";
        Svg svg = Svg.scaling(id, WIDTH, frame.bottom() + Frame.LABELS_BELOW * 2 + 6, title, description);
        legend.draw(svg, (i, left, middle) -> {
            double start = left + 1;
            if (i < phases.size()) {
                filled(svg, phases.get(i), start, middle - SWATCH, start + 2 * SWATCH, middle + SWATCH);
            } else {
                hatched(svg, start, middle - SWATCH, start + 2 * SWATCH, middle + SWATCH);
            }
        });
        frame.horizontal(svg, axis.ticks(), "seconds");
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            double y = top + (i + 0.5) * ROW;
            svg.label("l", Anchor.END, frame.left() - 10, y + 4.5, row.name(), WIDEST_NAME);
            bar(svg, phases, row, axis, y);
            svg.label("l", Anchor.START, frame.right() + 16, y + 4.5, row.text(), WIDEST_TEXT);
        }
        frame.start(svg);
        return svg.markup();
    }

    private static void bar(Svg svg, List<Phase> phases, Row row, LinearAxis axis, double y) {
        double before = 0;
        for (int i = 0; i < phases.size(); i++) {
            double seconds = drawn(row.seconds().get(i));
            double left = axis.at(before);
            before += seconds;
            double right = axis.at(before);
            if (right > left) {
                filled(svg, phases.get(i), left, y - HALF_BAR, right, y + HALF_BAR);
                inside(svg, phases.get(i).name(), seconds, left, right, y);
            }
        }
        double left = axis.at(before);
        double right = axis.at(before + drawn(row.other()));
        if (right > left) {
            hatched(svg, left, y - HALF_BAR, right, y + HALF_BAR);
        }
        if (Double.isFinite(row.low()) && Double.isFinite(row.high())) {
            interval(svg, row, axis, y + HALF_BAR + 3.5);
        }
    }

    /** Draws the interval below the bar, where it hides nothing; with an arrow where it extends beyond the axis. */
    private static void interval(Svg svg, Row row, LinearAxis axis, double y) {
        double low = axis.at(row.low());
        double high = axis.at(row.high());
        PathData line = new PathData().segment(low, y, high, y);
        PathData arrow = new PathData();
        if (row.low() >= 0) {
            line.segment(low, y - 2.5, low, y + 2.5);
        }
        if (axis.contains(row.high())) {
            line.segment(high, y - 2.5, high, y + 2.5);
        } else {
            arrow.move(high + 6, y).line(high, y - 4).line(high, y + 4);
        }
        svg.path("e", line).path("a", arrow);
    }

    /** Writes the phase's name and its seconds, or only its seconds, or nothing, as there is room. */
    private static void inside(Svg svg, String name, double seconds, double left, double right, double y) {
        String number = Digits.plain(seconds);
        for (String text : List.of(name + " " + number, number)) {
            if (PlotText.width(PlotText.clean(text)) + 2 * AIR <= right - left) {
                svg.text("l", Anchor.START, left + AIR, y + 4.5, text);
                return;
            }
        }
    }

    private static void filled(Svg svg, Phase phase, double left, double top, double right, double bottom) {
        svg.group(new SeriesStyle(phase.style()).css())
                .path("q", new PathData().box(left, top, right, bottom))
                .end();
    }

    private static void hatched(Svg svg, double left, double top, double right, double bottom) {
        double height = bottom - top;
        PathData lines = new PathData();
        for (double foot = left - height + HATCH; foot < right; foot += HATCH) {
            double from = Math.max(foot, left);
            double to = Math.min(foot + height, right);
            lines.segment(from, bottom - (from - foot), to, bottom - (to - foot));
        }
        svg.path("j", lines.box(left, top, right, bottom));
    }

    private static double drawn(double seconds) {
        return Double.isFinite(seconds) && seconds > 0 ? Math.min(1e300, seconds) : 0;
    }
}
