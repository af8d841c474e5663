package org.rowmark.report.plot;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Every replicate of one workload, a strip per configuration with the rounds from left to right. A thin line joins the
 * values of the same round in neighbouring strips, a hollow mark is an outlier, the wide line of a strip is its
 * mean. The axis does not start at 0.
 *
 * @param title the workload
 * @param unit of the values
 * @param strips of configurations in the order of their styles
 */
public record StripPlot(String title, String unit, List<Strip> strips) {
    private static final double WIDTH = 564;
    private static final double NARROWEST = 76;
    private static final double WIDEST = 160;
    private static final double TOP = 30;
    private static final double HEIGHT = 230;
    private static final double LINE = 17;

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

    public String plot(String id) {
        Stream<Double> values = strips.stream().flatMap(strip -> strip.values().values().stream());
        Axis y = Axis.linear(Range.of(values.mapToDouble(value -> value)).padded(), TOP + HEIGHT, TOP);
        double left = Frame.roomFor(Tick.of(y));
        double room = (WIDTH - left) / Math.max(1, strips.size());
        double width = Math.max(NARROWEST, Math.min(WIDEST, room));
        double right = left + Math.max(1, strips.size()) * width;
        Frame frame = new Frame(left, TOP, right, TOP + HEIGHT);
        boolean hasOutliers =
                strips.stream().anyMatch(strip -> !strip.outliers().isEmpty());
        double bottom = frame.bottom() + (hasOutliers ? 3 : 2) * LINE + 8;
        int most =
                strips.stream().mapToInt(strip -> strip.values().size()).max().orElse(0);
        String description = "Every replicate of " + Numbers.count(strips.size(), "configuration") + ", at most "
                + Numbers.count(most, "round") + " each, in " + unit
                + ". Values of the same round are joined, outliers are hollow, the wide line is the mean."
                + " The axis does not start at 0.";
        Svg svg = Svg.scaling(id, right, bottom, right, title, description);
        frame.vertical(svg, Tick.of(y), unit);
        Stream<Integer> rounds = strips.stream().flatMap(strip -> strip.values().keySet().stream());
        Columns columns = new Columns(left, width, rounds.collect(Collectors.summarizingInt(round -> round)));
        svg.path("k", links(columns, y));
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

    private PathData links(Columns columns, Axis y) {
        PathData links = new PathData();
        IntStream.range(1, strips.size())
                .forEach(i -> strips.get(i).values().forEach((round, value) -> {
                    Double before = strips.get(i - 1).values().get(round);
                    if (before != null) {
                        links.segment(columns.x(i - 1, round), y.at(before), columns.x(i, round), y.at(value));
                    }
                }));
        return links;
    }

    private static void draw(Svg svg, Strip strip, int index, Columns columns, Axis y) {
        SeriesStyle style = new SeriesStyle(index);
        PathData marks = new PathData();
        PathData hollow = new PathData();
        strip.values().forEach((round, value) -> {
            PathData path = strip.outliers().contains(round) ? hollow : marks;
            path.outline(style.shape().mark(), columns.x(index, round), y.at(value));
        });
        svg.group(style.css());
        if (y.contains(strip.mean())) {
            double mean = y.at(strip.mean());
            svg.path("x", new PathData().segment(columns.at(index, 0.17), mean, columns.at(index, 0.83), mean));
        }
        svg.path("m", marks).path("h", hollow).end();
    }
}
