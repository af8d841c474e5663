package org.rowmark.report.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Interval;

/**
 * A bar for each configuration on an axis from 0: stacked parts, the rest hatched behind them, and below it the interval
 * of the whole.
 *
 * @param unit of all values, for example {@code seconds}
 * @param parts in the order in which they are stacked
 */
public record BarPlot(String title, String unit, String rest, List<Part> parts, List<Row> rows) {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 150;
    private static final double WIDEST_TEXT = 150;
    private static final double ROW = 36;
    private static final double HALF_BAR = 10;
    private static final double SWATCH = 5.5;
    private static final double HATCH = 5;
    private static final double STRIPE = 3.5;
    private static final double AIR = 4;

    /** Greatest length of the axis in longest bars: the interval of two rounds would make all of them tiny. */
    private static final double MOST_BEYOND = 1.4;

    /** @param style number of its colour, the same in all plots of a page */
    public record Part(String name, int style) {}

    /**
     * @param times by part, in the order of the parts; without a round for an unknown part
     * @param other the rest of the whole; drawn if it is above 0
     */
    public record Row(String name, List<Interval> times, Interval other, Interval whole, String text) {
        private double length() {
            return times.stream().mapToDouble(BarPlot::drawn).sum() + drawn(other);
        }
    }

    public String plot(String id) {
        double names = PlotText.widest(rows.stream().map(Row::name), WIDEST_NAME);
        double texts = PlotText.widest(rows.stream().map(Row::text), WIDEST_TEXT);
        Stream<String> shown = Stream.concat(parts.stream().map(Part::name), Stream.of(rest));
        Legend legend = Legend.of(shown.toList(), WIDTH);
        double top = legend.height() + 8;
        Frame frame = new Frame(names + 16, top, WIDTH - texts - 24, top + Math.max(1, rows.size()) * ROW);
        Range values = Range.of(rows.stream()
                .flatMapToDouble(
                        row -> DoubleStream.of(row.length(), row.whole().high())));
        double longest = rows.stream().mapToDouble(Row::length).max().orElse(0);
        double most = longest > 0 ? MOST_BEYOND * longest : Range.MOST;
        Axis axis = Axis.fromZero(values.high(), most, frame.left(), frame.right());
        String description = "Mean " + unit + " of " + Numbers.count(parts.size(), "part") + " stacked for "
                + Numbers.count(rows.size(), "configuration")
                + ", with the 95 % interval of the whole, on an axis from 0.";
        Svg svg = Svg.scaling(id, WIDTH, frame.bottom() + Frame.LABELS_BELOW * 2 + 6, WIDTH, title, description);
        legend.draw(svg, (i, left, middle) -> {
            double start = left + 1;
            box(svg, i, new Frame(start, middle - SWATCH, start + 2 * SWATCH, middle + SWATCH));
        });
        frame.upright(svg, Tick.of(axis));
        frame.below(svg, Tick.of(axis), unit);
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            double y = top + (i + 0.5) * ROW;
            svg.label("l", Anchor.END, frame.left() - 10, y + 4.5, row.name(), WIDEST_NAME);
            bar(svg, row, axis, y);
            interval(svg, row.whole(), axis, y + HALF_BAR + 3.5);
            svg.label("l", Anchor.START, frame.right() + 16, y + 4.5, row.text(), WIDEST_TEXT);
        }
        return svg.path("b", new PathData().segment(frame.left(), top, frame.left(), frame.bottom()))
                .markup();
    }

    private void bar(Svg svg, Row row, Axis axis, double y) {
        double before = 0;
        for (int i = 0; i <= parts.size(); i++) {
            double time = drawn(i < parts.size() ? row.times().get(i) : row.other());
            Frame box = new Frame(axis.at(before), y - HALF_BAR, axis.at(before + time), y + HALF_BAR);
            before += time;
            if (box.right() > box.left()) {
                box(svg, i, box);
                if (i < parts.size()) {
                    inside(svg, parts.get(i).name(), Numbers.score(time), box, y + 4.5);
                }
            }
        }
    }

    /** Draws the interval below the bar, where it hides nothing; with an arrow where it extends beyond the axis. */
    private static void interval(Svg svg, Interval whole, Axis axis, double y) {
        if (!Double.isFinite(whole.low()) || !Double.isFinite(whole.high())) {
            return;
        }
        double low = axis.at(whole.low());
        double high = axis.at(whole.high());
        PathData line = new PathData().segment(low, y, high, y);
        PathData arrow = new PathData();
        if (whole.low() >= 0) {
            line.segment(low, y - 2.5, low, y + 2.5);
        }
        if (axis.contains(whole.high())) {
            line.segment(high, y - 2.5, high, y + 2.5);
        } else {
            arrow.move(high + 6, y).line(high, y - 4).line(high, y + 4);
        }
        svg.path("e", line).path("a", arrow);
    }

    /** Writes the part's name and its time, or only its time, or nothing, as there is room. */
    private static void inside(Svg svg, String name, String time, Frame box, double y) {
        Stream.of(name + " " + time, time)
                .filter(text -> PlotText.width(PlotText.clean(text)) + 2 * AIR <= box.right() - box.left())
                .findFirst()
                .ifPresent(text -> svg.label("l", Anchor.START, box.left() + AIR, y, text, WIDTH));
    }

    /** Draws a part as a filled box; the rest, which follows the parts, as a hatched one. */
    private void box(Svg svg, int i, Frame box) {
        PathData lines = new PathData();
        if (i < parts.size()) {
            int style = parts.get(i).style();
            stripe(style / SeriesStyle.COLOURS, box, lines.box(box));
            svg.group(new SeriesStyle(style).css()).path("q", lines).end();
            return;
        }
        double height = box.bottom() - box.top();
        for (double foot = box.left() - height + HATCH; foot < box.right(); foot += HATCH) {
            double from = Math.max(foot, box.left());
            double to = Math.min(foot + height, box.right());
            lines.segment(from, box.bottom() - (from - foot), to, box.bottom() - (to - foot));
        }
        svg.path("j", lines.box(box));
    }

    /** Adds stripes to a box whose colour another part has too: down, then across. */
    private static void stripe(int comesAgain, Frame box, PathData lines) {
        if (comesAgain == 1) {
            for (double x = box.left() + STRIPE; x < box.right(); x += STRIPE) {
                lines.segment(x, box.top(), x, box.bottom());
            }
        } else if (comesAgain > 1) {
            for (double y = box.top() + STRIPE; y < box.bottom(); y += STRIPE) {
                lines.segment(box.left(), y, box.right(), y);
            }
        }
    }

    private static double drawn(Interval part) {
        return Double.isFinite(part.mean()) && part.mean() > 0 ? Math.min(Range.MOST, part.mean()) : 0;
    }
}
