package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * What the time of one operation was spent on: a bar of stacked phases for each configuration, what no phase explains
 * hatched behind them, and at the end the interval of the whole, on an axis from 0.
 */
public final class PhaseBars {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 150;
    private static final double WIDEST_TEXT = 150;
    private static final double ROW = 36;
    private static final double HALF_BAR = 10;
    private static final double LEGEND = 19;
    private static final double SWATCH = 11;
    private static final double HATCH = 5;
    private static final double AIR = 4;

    /** Where the axis ends at the latest, in longest bars: the interval of two rounds would press all of them flat. */
    private static final double MOST_BEYOND = 1.4;

    private PhaseBars() {}

    /**
     * @param name of the phase
     * @param style number of its colour, the same in all plots of a page
     */
    public record Phase(String name, int style) {}

    /**
     * @param name of the configuration
     * @param seconds by phase, in the order of the phases; NaN for a phase that it does not tell
     * @param other what is left of the whole; what is not above 0 is not drawn
     * @param low lower end of the interval of the whole; NaN without one
     * @param high upper end
     * @param text printed beside it, for example the whole with its interval
     */
    public record Row(String name, List<Double> seconds, double other, double low, double high, String text) {
        private double whole() {
            return seconds.stream().mapToDouble(PhaseBars::drawn).sum() + drawn(other);
        }
    }

    /**
     * @param title what was done
     * @param phases in the order in which they are stacked
     * @param rows a bar per configuration
     */
    public record Data(String title, List<Phase> phases, List<Row> rows) {}

    public static String plot(String id, Data data) {
        double names = PlotText.widest(data.rows().stream().map(Row::name).toList(), WIDEST_NAME);
        double texts = PlotText.widest(data.rows().stream().map(Row::text).toList(), WIDEST_TEXT);
        List<String> legend =
                new ArrayList<>(data.phases().stream().map(Phase::name).toList());
        legend.add("other");
        List<Polyline.Place> places = places(legend);
        double top = places.get(places.size() - 1).y() + LEGEND / 2 + 8;
        Frame frame = new Frame(
                names + 16,
                top,
                WIDTH - texts - 24,
                top + Math.max(1, data.rows().size()) * ROW);
        Range values =
                Range.of(data.rows().stream().flatMapToDouble(row -> DoubleStream.of(0, row.whole(), row.high())));
        double longest = data.rows().stream().mapToDouble(Row::whole).max().orElse(0);
        double most = longest > 0 ? MOST_BEYOND * longest : 1e300;
        double high = values.high() > 0 ? Math.min(most, Math.min(1e300, values.high() * 1.04)) : 1;
        LinearAxis axis = new LinearAxis(0, high, frame.left(), frame.right());
        Svg svg = Svg.scaling(id, WIDTH, frame.bottom() + Frame.LABELS_BELOW * 2 + 6, data.title(), description(data));
        legend(svg, data.phases(), legend, places);
        frame.horizontal(svg, axis.ticks(), "seconds");
        for (int i = 0; i < data.rows().size(); i++) {
            Row row = data.rows().get(i);
            double y = top + (i + 0.5) * ROW;
            svg.label("l", Anchor.END, frame.left() - 10, y + 4.5, row.name(), WIDEST_NAME);
            bar(svg, data.phases(), row, axis, y);
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
                svg.group(new SeriesStyle(phases.get(i).style()).css());
                svg.path("q", new PathData().box(left, y - HALF_BAR, right, y + HALF_BAR))
                        .end();
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

    /** Below the bar, where it hides nothing; an arrow says that it goes on beyond the axis. */
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

    /** What has room of the phase's name and its seconds; neither, where not even the seconds have. */
    private static void inside(Svg svg, String name, double seconds, double left, double right, double y) {
        String number = Digits.plain(seconds);
        for (String text : List.of(name + " " + number, number)) {
            if (PlotText.width(PlotText.clean(text)) + 2 * AIR <= right - left) {
                svg.text("l", Anchor.START, left + AIR, y + 4.5, text);
                return;
            }
        }
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

    private static void legend(Svg svg, List<Phase> phases, List<String> names, List<Polyline.Place> places) {
        for (int i = 0; i < names.size(); i++) {
            double left = places.get(i).x() + 1;
            double y = places.get(i).y();
            double top = y - SWATCH / 2;
            if (i < phases.size()) {
                svg.group(new SeriesStyle(phases.get(i).style()).css());
                svg.path("q", new PathData().box(left, top, left + SWATCH, top + SWATCH))
                        .end();
            } else {
                hatched(svg, left, top, left + SWATCH, top + SWATCH);
            }
            svg.label("l", Anchor.START, left + SWATCH + 6, y + 4.5, names.get(i), WIDEST_NAME);
        }
    }

    /** Of the legend's entries, in as many lines as they need. */
    private static List<Polyline.Place> places(List<String> names) {
        List<Polyline.Place> places = new ArrayList<>();
        double x = 0;
        double y = LEGEND / 2;
        for (String name : names) {
            if (x > 0 && x + width(name) > WIDTH) {
                x = 0;
                y += LEGEND;
            }
            places.add(new Polyline.Place(x, y));
            x += width(name);
        }
        return places;
    }

    private static double width(String name) {
        return SWATCH + 25 + PlotText.widest(List.of(name), WIDEST_NAME);
    }

    private static double drawn(double seconds) {
        return Double.isFinite(seconds) && seconds > 0 ? Math.min(1e300, seconds) : 0;
    }

    private static String description(Data data) {
        return "Mean seconds of " + Numbers.count(data.phases().size(), "phase") + " stacked for "
                + Numbers.count(data.rows().size(), "configuration")
                + ", with the 95 % interval of the whole, on an axis from 0.";
    }
}
