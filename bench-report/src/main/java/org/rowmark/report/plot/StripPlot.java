package org.rowmark.report.plot;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Every replicate of one workload, a strip per configuration with the rounds from left to right. A thin line joins the
 * values of the same round in neighbouring strips, a hollow mark is an outlier, the wide line of a strip is its
 * mean. The axis does not start at 0.
 */
public final class StripPlot {
    private static final double WIDTH = 564;
    private static final double NARROWEST = 76;
    private static final double WIDEST = 160;
    private static final double TOP = 30;
    private static final double HEIGHT = 230;
    private static final double LINE = 17;

    private StripPlot() {}

    /**
     * @param round from 1
     * @param value of the replicate
     * @param isOutlier flagged, not dropped
     */
    public record Value(int round, double value, boolean isOutlier) {}

    /**
     * @param name of the configuration
     * @param mean of all values; NaN without one
     * @param values in the order of the rounds
     */
    public record Strip(String name, double mean, List<Value> values) {
        public Strip {
            values = values.stream()
                    .filter(value -> Double.isFinite(value.value()))
                    .toList();
        }
    }

    /**
     * Draws a strip per configuration, in the order of their styles.
     *
     * @param title the workload
     * @param unit of the values
     */
    public static String plot(String id, String title, String unit, List<Strip> strips) {
        Range values = Range.of(strips.stream()
                        .flatMapToDouble(strip -> strip.values().stream().mapToDouble(Value::value)))
                .padded();
        LinearAxis y = LinearAxis.of(values, TOP + HEIGHT, TOP);
        double left = Frame.roomFor(y.ticks());
        double room = (WIDTH - left) / Math.max(1, strips.size());
        double strip = Math.max(NARROWEST, Math.min(WIDEST, room));
        double right = left + Math.max(1, strips.size()) * strip;
        Frame frame = new Frame(left, TOP, right, TOP + HEIGHT);
        boolean hasOutliers =
                strips.stream().flatMap(each -> each.values().stream()).anyMatch(Value::isOutlier);
        double bottom = frame.bottom() + (hasOutliers ? 3 : 2) * LINE + 8;
        Svg svg = Svg.scaling(id, right, bottom, title, description(unit, strips));
        frame.vertical(svg, y.ticks(), unit);
        Columns columns = Columns.of(strips, left, strip);
        links(svg, strips, columns, y);
        for (int i = 0; i < strips.size(); i++) {
            strip(svg, strips.get(i), i, columns, y);
            double middle = left + (i + 0.5) * strip;
            svg.label(
                    "l",
                    Anchor.MIDDLE,
                    middle,
                    frame.bottom() + LINE,
                    strips.get(i).name(),
                    strip - 8);
            String mean = Double.isFinite(strips.get(i).mean())
                    ? "mean " + Digits.plain(strips.get(i).mean())
                    : "–";
            svg.label("t", Anchor.MIDDLE, middle, frame.bottom() + 2 * LINE, mean, strip);
        }
        if (hasOutliers) {
            svg.label("u", Anchor.START, left, frame.bottom() + 3 * LINE, "hollow: flagged as an outlier, kept", right);
        }
        return svg.markup();
    }

    /** The places of rounds in their strips. */
    private record Columns(double left, double strip, int first, int last) {
        private static Columns of(List<Strip> strips, double left, double strip) {
            IntSummaryStatistics rounds = strips.stream()
                    .flatMapToInt(each -> each.values().stream().mapToInt(Value::round))
                    .summaryStatistics();
            return new Columns(left, strip, rounds.getMin(), rounds.getMax());
        }

        private double x(int index, int round) {
            double place = last == first ? 0.5 : (round - first) / (double) (last - first);
            return left + (index + 0.25 + place * 0.5) * strip;
        }
    }

    private static void links(Svg svg, List<Strip> strips, Columns columns, LinearAxis y) {
        PathData links = new PathData();
        for (int i = 1; i < strips.size(); i++) {
            Map<Integer, Double> next = strips.get(i).values().stream()
                    .collect(Collectors.toMap(Value::round, Value::value, (first, again) -> first));
            for (Value value : strips.get(i - 1).values()) {
                if (next.containsKey(value.round())) {
                    links.move(columns.x(i - 1, value.round()), y.at(value.value()));
                    links.line(columns.x(i, value.round()), y.at(next.get(value.round())));
                }
            }
        }
        svg.path("k", links);
    }

    private static void strip(Svg svg, Strip strip, int index, Columns columns, LinearAxis y) {
        SeriesStyle style = new SeriesStyle(index);
        svg.group(style.css());
        if (Double.isFinite(strip.mean()) && y.contains(strip.mean())) {
            double start = columns.left() + (index + 0.17) * columns.strip();
            double at = y.at(strip.mean());
            svg.path("x", new PathData().segment(start, at, start + 0.66 * columns.strip(), at));
        }
        PathData marks = new PathData();
        PathData hollow = new PathData();
        for (Value value : strip.values()) {
            (value.isOutlier() ? hollow : marks)
                    .mark(style.glyph(), columns.x(index, value.round()), y.at(value.value()));
        }
        svg.path("m", marks).path("h", hollow).end();
    }

    private static String description(String unit, List<Strip> strips) {
        int rounds =
                strips.stream().mapToInt(strip -> strip.values().size()).max().orElse(0);
        return "Every replicate of " + Numbers.count(strips.size(), "configuration") + ", at most "
                + Numbers.count(rounds, "round") + " each, in " + unit
                + ". Values of the same round are joined, outliers are hollow, the wide line is the mean."
                + " The axis does not start at 0.";
    }
}
