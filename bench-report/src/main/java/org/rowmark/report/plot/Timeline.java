package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.stats.CentralTendency;

/**
 * Every iteration at the time it ended, warm-up in grey: drift and stalls become visible. Either a panel for each
 * workload, or all of them in one, each relative to the median of its cell. Where there are more than {@value
 * #MOST_POINTS}, those between the extremes of a stretch of time are left out, and the plot says so.
 */
public final class Timeline {
    /** Points that are all drawn. */
    public static final int MOST_POINTS = 12_000;

    /** More than 300 years: no time of a run. */
    private static final double MOST_SECONDS = 1e10;

    private static final double WIDTH = 1060;
    private static final double WIDEST = 1176;
    private static final double RIGHT = 20;
    private static final double ONE_PANEL = 240;
    private static final double PANEL = 110;
    private static final double GAP = 34;
    private static final double STARTS = 12;

    private Timeline() {}

    /**
     * An iteration.
     *
     * @param seconds since the run began
     * @param value its score
     * @param isWarmup whether it is no part of the result
     * @param series number of its configuration, from 0
     */
    public record Point(double seconds, double value, boolean isWarmup, int series) {
        boolean hasPlace() {
            return Double.isFinite(value) && seconds >= 0 && seconds < MOST_SECONDS;
        }
    }

    /**
     * @param name of the workload
     * @param unit of its values; {@code ×} for values relative to something, which get a log axis around 1
     * @param points in any order
     */
    public record Panel(String name, String unit, List<Point> points) {
        private static final String RELATIVE = "×";

        public Panel {
            points = points.stream().filter(Point::hasPlace).toList();
        }

        /**
         * All cells in one panel.
         *
         * @param cells the iterations of each cell, which become relative to the median of the measured ones
         */
        public static Panel relative(List<List<Point>> cells) {
            List<Point> points = new ArrayList<>();
            for (List<Point> cell : cells) {
                double median = median(cell);
                for (Point point : cell) {
                    points.add(new Point(point.seconds(), point.value() / median, point.isWarmup(), point.series()));
                }
            }
            return new Panel("Relative to the median of the cell", RELATIVE, points);
        }

        /** Of the measured iterations; of warm-up where there is nothing else. */
        private static double median(List<Point> cell) {
            boolean isMeasured = cell.stream().anyMatch(point -> !point.isWarmup() && point.hasPlace());
            double[] values = cell.stream()
                    .filter(point -> point.hasPlace() && !(isMeasured && point.isWarmup()))
                    .mapToDouble(Point::value)
                    .toArray();
            return values.length == 0 ? Double.NaN : CentralTendency.median(values);
        }

        private boolean isRelative() {
            return unit.equals(RELATIVE);
        }

        private Axis axis(double top, double height) {
            if (!isRelative()) {
                return ValueAxis.of(Range.of(points.stream().mapToDouble(Point::value)), top + height, top);
            }
            DoubleStream values = DoubleStream.concat(
                    DoubleStream.of(0.9, 1.1), points.stream().mapToDouble(Point::value));
            return LogAxis.of(Range.ofPositive(values).paddedLog(), top + height, top);
        }

        private List<Tick> ticks(Axis axis) {
            return axis instanceof LogAxis log && isRelative() ? log.ratioTicks() : axis.ticks();
        }

        private String heading() {
            return isRelative() || unit.isEmpty() ? name : name + ", " + unit;
        }
    }

    /**
     * @param title what is shown
     * @param series names of the configurations, in the order of their styles
     * @param panels one, or one per workload
     * @param serverStarts seconds since the run began
     */
    public record Data(String title, List<String> series, List<Panel> panels, List<Double> serverStarts) {
        public Data {
            series = List.copyOf(series);
            panels = List.copyOf(panels);
            serverStarts = serverStarts.stream()
                    .filter(start -> start >= 0 && start < MOST_SECONDS)
                    .toList();
            int known = series.size();
            if (panels.stream().flatMap(panel -> panel.points().stream()).anyMatch(point -> point.series() >= known)) {
                throw new IllegalArgumentException("a point of a configuration without a name");
            }
        }

        private TimeAxis axis(double from, double to) {
            Range time = Range.of(DoubleStream.concat(
                    serverStarts.stream().mapToDouble(Double::doubleValue),
                    panels.stream()
                            .flatMapToDouble(panel -> panel.points().stream().mapToDouble(Point::seconds))));
            return new TimeAxis(time.high() > 0 ? time.high() * 1.01 : 1, from, to);
        }
    }

    public static String plot(String id, Data data) {
        Legend legend = new Legend(data.series(), WIDTH);
        double height = data.panels().size() == 1 ? ONE_PANEL : PANEL;
        double firstTop = legend.height() + GAP;
        List<Axis> axes = IntStream.range(0, data.panels().size())
                .mapToObj(i -> data.panels().get(i).axis(firstTop + i * (height + GAP), height))
                .toList();
        double left = IntStream.range(0, axes.size())
                .mapToDouble(i -> Frame.roomFor(data.panels().get(i).ticks(axes.get(i))))
                .max()
                .orElse(0);
        TimeAxis time = data.axis(left + 8, WIDTH - RIGHT);
        Thinning thinning = Thinning.of(data.panels(), data.series().size(), time, MOST_POINTS);
        double bottom = firstTop + Math.max(1, axes.size()) * (height + GAP) - GAP;
        double end = bottom + (data.serverStarts().isEmpty() ? 0 : STARTS);
        Svg svg = Svg.scaling(
                id, WIDTH, end + 2 * Frame.LABELS_BELOW + 6, WIDEST, data.title(), description(data, thinning));
        legend.draw(svg, 0, 0);
        Frame all = new Frame(left, firstTop, WIDTH - RIGHT, end);
        all.horizontal(svg, time.ticks(), "since the start of the run");
        svg.label("u", Anchor.START, 0, end + 2 * Frame.LABELS_BELOW, note(data, thinning), WIDTH * 0.8);
        for (int i = 0; i < axes.size(); i++) {
            Axis y = axes.get(i);
            double top = firstTop + i * (height + GAP);
            Frame frame = new Frame(left, top, WIDTH - RIGHT, top + height);
            frame.vertical(
                    svg, data.panels().get(i).ticks(y), data.panels().get(i).heading());
            thinning.draw(svg, i, time, y);
        }
        PathData starts = new PathData();
        data.serverStarts().forEach(start -> starts.segment(time.at(start), bottom + 3, time.at(start), end));
        return svg.path("v", starts).markup();
    }

    private static String note(Data data, Thinning thinning) {
        return "grey: warm-up"
                + (data.serverStarts().isEmpty() ? "" : "; uprights at the bottom: server starts")
                + (thinning.isThinned() ? "; " + thinning.words() : "");
    }

    private static String description(Data data, Thinning thinning) {
        return PlotText.count(thinning.total(), "iteration") + " of "
                + PlotText.count(data.series().size(), "configuration") + " against time; " + note(data, thinning)
                + ".";
    }
}
