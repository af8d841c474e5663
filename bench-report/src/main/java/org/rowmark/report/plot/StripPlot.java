package org.rowmark.report.plot;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
     * @param name of the configuration
     * @param mean of all values; NaN without one
     * @param values by round, the first of which is 1
     * @param outliers rounds whose value is flagged, not dropped
     */
    public record Strip(String name, double mean, Map<Integer, Double> values, Set<Integer> outliers) {
        public Strip {
            values = new TreeMap<>(values);
            values.values().removeIf(value -> !Double.isFinite(value));
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
                .flatMap(strip -> strip.values().values().stream())
                .mapToDouble(Double::doubleValue));
        Axis y = Axis.linear(values.padded(), TOP + HEIGHT, TOP);
        double left = Frame.roomFor(Tick.of(y));
        double room = (WIDTH - left) / Math.max(1, strips.size());
        double width = Math.max(NARROWEST, Math.min(WIDEST, room));
        double right = left + Math.max(1, strips.size()) * width;
        Frame frame = new Frame(left, TOP, right, TOP + HEIGHT);
        boolean hasOutliers =
                strips.stream().anyMatch(strip -> !strip.outliers().isEmpty());
        double bottom = frame.bottom() + (hasOutliers ? 3 : 2) * LINE + 8;
        Svg svg = Svg.scaling(id, right, bottom, right, title, description(unit, strips));
        frame.vertical(svg, Tick.of(y), unit);
        Columns columns = new Columns(
                left,
                width,
                strips.stream()
                        .flatMapToInt(strip -> strip.values().keySet().stream().mapToInt(Integer::intValue))
                        .summaryStatistics());
        svg.path("k", links(strips, columns, y));
        for (int i = 0; i < strips.size(); i++) {
            Strip strip = strips.get(i);
            draw(svg, strip, i, columns, y);
            double middle = columns.at(i, 0.5);
            svg.label("l", Anchor.MIDDLE, middle, frame.bottom() + LINE, strip.name(), width - 8);
            String mean = Double.isFinite(strip.mean()) ? "mean " + PlotText.rounded(strip.mean()) : "–";
            svg.label("t", Anchor.MIDDLE, middle, frame.bottom() + 2 * LINE, mean, width);
        }
        if (hasOutliers) {
            svg.label("u", Anchor.START, left, frame.bottom() + 3 * LINE, "hollow: flagged as an outlier, kept", right);
        }
        return svg.markup();
    }

    /** The places of rounds in their strips. */
    private record Columns(double left, double width, IntSummaryStatistics rounds) {
        /** Returns the place of a fraction of a strip. */
        private double at(int index, double fraction) {
            return left + (index + fraction) * width;
        }

        private double x(int index, int round) {
            int steps = rounds.getMax() - rounds.getMin();
            return at(index, 0.25 + 0.5 * (steps == 0 ? 0.5 : (round - rounds.getMin()) / (double) steps));
        }
    }

    private static PathData links(List<Strip> strips, Columns columns, Axis y) {
        PathData links = new PathData();
        for (int i = 1; i < strips.size(); i++) {
            int before = i - 1;
            int after = i;
            Map<Integer, Double> next = strips.get(after).values();
            strips.get(before).values().forEach((round, value) -> {
                if (next.containsKey(round)) {
                    links.move(columns.x(before, round), y.at(value))
                            .line(columns.x(after, round), y.at(next.get(round)));
                }
            });
        }
        return links;
    }

    private static void draw(Svg svg, Strip strip, int index, Columns columns, Axis y) {
        SeriesStyle style = new SeriesStyle(index);
        PathData mean = new PathData();
        PathData marks = new PathData();
        PathData hollow = new PathData();
        if (Double.isFinite(strip.mean()) && y.contains(strip.mean())) {
            mean.segment(columns.at(index, 0.17), y.at(strip.mean()), columns.at(index, 0.83), y.at(strip.mean()));
        }
        strip.values()
                .forEach((round, value) -> (strip.outliers().contains(round) ? hollow : marks)
                        .outline(style.shape().mark, columns.x(index, round), y.at(value)));
        svg.group(style.css())
                .path("x", mean)
                .path("m", marks)
                .path("h", hollow)
                .end();
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
