package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Interval;

/**
 * Lines and points over one horizontal axis, in panels one above the other.
 *
 * @param names of configurations in the order of their styles
 * @param uprights places on the horizontal axis that are marked, each with its text above the plot
 * @param notes lines of text below the plot
 */
public record LinePlot(
        String title,
        String description,
        Horizontal x,
        List<String> names,
        List<Panel> panels,
        List<Label> uprights,
        List<String> notes) {
    private static final double WIDTH = 564;
    private static final double WIDTH_OF_TIME = 1060;
    private static final double WIDEST_OF_TIME = 1176;
    private static final double HEIGHT_OF_TIME = 220;
    private static final double MARGIN = 26;
    private static final double AIR = 10;
    private static final double ZERO = 46;
    private static final double BETWEEN = 40;
    private static final double LINE = 17;

    /** Greatest over least value above 0 from which the horizontal axis is logarithmic. */
    private static final double LOG_FROM = 4;

    /** The points of a curve, less one. */
    private static final int STEPS = 60;

    public record Label(double at, String text) {}

    public enum Along {
        /** Seconds from 0, on a wide plot. */
        TIME,
        LINEAR,
        /** Logarithmic where values span much; a 0 then has a place of its own at the left. */
        FITTING
    }

    /** @param labels without any round times are labelled, or the values of all marks */
    public record Horizontal(String caption, Along scale, List<Label> labels) {
        private boolean isTime() {
            return scale == Along.TIME;
        }
    }

    public enum Scale {
        /** From 0 where values are near it, logarithmic where they span much. */
        FITTING,
        LOG,
        FROM_ZERO,
        /** Logarithmic around 1, with the band of a margin where there is one. */
        RATIO
    }

    /** @param margin δ of ratios, for example 0.03; 0 for none */
    public record Panel(String unit, Scale scale, double margin, List<Series> series) {}

    public enum Kind {
        /** Points with intervals in the shape of the configuration, joined; those of several beside each other. */
        MEANS("s"),
        /** The same, not joined. */
        STEPS(""),
        /** Points with intervals, each at its place. */
        POINTS(""),
        /** The same, joined by a thin line. */
        ROUNDS("y"),
        HOLLOW(""),
        /** Small points; of many, only the extremes of a stretch of the axis. */
        DOTS(""),
        GREY_DOTS(""),
        /** Short lines at the bottom. */
        FEET(""),
        BOLD("s"),
        THIN("y"),
        PLAIN("e"),
        GREY("e");

        /** Style class of the line through the points; empty for none. */
        final String line;

        Kind(String line) {
            this.line = line;
        }

        boolean isGrey() {
            return this == GREY || this == GREY_DOTS;
        }
    }

    /** @param y its line is interrupted where the mean is NaN */
    public record Point(double x, Interval y) {
        public static Point of(double x, double y) {
            return new Point(x, new Interval(y, Double.NaN, Double.NaN, 1));
        }
    }

    /**
     * @param style number of the configuration
     * @param points by ascending x
     */
    public record Series(int style, Kind kind, List<Point> points) {
        public Series {
            points = points.stream().filter(point -> Double.isFinite(point.x())).toList();
        }

        /** Returns a curve, by points at even steps of a log axis, and the points that it was fitted to. */
        public static List<Series> fitted(
                int style, double from, double to, DoubleUnaryOperator y, Stream<Point> points) {
            List<Point> curve = IntStream.rangeClosed(0, STEPS)
                    .mapToDouble(i -> from * Math.pow(to / from, (double) i / STEPS))
                    .mapToObj(x -> Point.of(x, y.applyAsDouble(x)))
                    .toList();
            return List.of(new Series(style, Kind.BOLD, curve), new Series(style, Kind.POINTS, points.toList()));
        }
    }

    /** A plot without uprights and notes. */
    public LinePlot(String title, String description, Horizontal x, List<String> names, Panel... panels) {
        this(title, description, x, names, List.of(panels), List.of(), List.of());
    }

    public String plot(String id) {
        double width = x.isTime() ? WIDTH_OF_TIME : WIDTH;
        Legend legend = Legend.of(names, width);
        double top = legend.height() + 26 + uprights.size() * LINE;
        List<Axis> axes = axes(top);
        double left = 0;
        for (int i = 0; i < panels.size(); i++) {
            left = Math.max(left, Frame.roomFor(ticks(panels.get(i), axes.get(i))));
        }
        double right = width - MARGIN;
        double zero = left + AIR;
        Axis across = across(zero, right);
        DoubleUnaryOperator place = value -> across.isLog() && value <= 0 ? zero : across.at(value);
        double bottom = axes.isEmpty() ? top : axes.get(axes.size() - 1).from();
        double end = bottom + Frame.LABELS_BELOW * 2;
        double widest = x.isTime() ? WIDEST_OF_TIME : width;
        Svg svg = Svg.scaling(id, width, end + notes.size() * LINE + 6, widest, title, description);
        legend.draw(svg);
        uprights(svg, place, legend.height() + 14 + LINE, bottom);
        List<Tick> below = below(across, place);
        for (int i = 0; i < panels.size(); i++) {
            Frame frame = new Frame(left, axes.get(i).to(), right, axes.get(i).from());
            double unit = i == 0 ? legend.height() + 14 : frame.top() - 12;
            svg.label("u", Anchor.START, 0, unit, panels.get(i).unit(), width);
            ground(svg, panels.get(i), frame, axes.get(i));
            frame.upright(svg, below);
            if (i == panels.size() - 1) {
                frame.below(svg, below, x.caption());
            }
            SeriesDrawing drawing = new SeriesDrawing(svg, axes.get(i), place, names.size());
            panels.get(i).series().forEach(drawing::draw);
        }
        for (int i = 0; i < notes.size(); i++) {
            svg.label("u", Anchor.START, 0, end + (i + 1) * LINE, notes.get(i), width);
        }
        return svg.markup();
    }

    private List<Axis> axes(double top) {
        List<Axis> axes = new ArrayList<>();
        double from = top;
        for (Panel panel : panels) {
            double height =
                    x.isTime() ? HEIGHT_OF_TIME / panels.size() : panels.size() == 1 ? 250 : axes.isEmpty() ? 210 : 90;
            List<Interval> values = panel.series().stream()
                    .flatMap(series -> series.points().stream().map(Point::y))
                    .toList();
            axes.add(vertical(panel, values, from + height, from));
            from += height + BETWEEN;
        }
        return axes;
    }

    private static Axis vertical(Panel panel, List<Interval> values, double from, double to) {
        return switch (panel.scale()) {
            case FITTING -> Axis.fitting(Range.of(ends(values)), from, to);
            case LOG -> new Axis(true, Range.ofPositive(ends(values)).paddedLog(), from, to);
            case FROM_ZERO -> Axis.fromZero(Range.of(ends(values)).high(), Range.MOST, from, to);
            case RATIO -> {
                DoubleStream least = DoubleStream.of(1, 1 + 2 * panel.margin());
                Range means = Range.ofPositive(
                        DoubleStream.concat(least, values.stream().mapToDouble(Interval::mean)));
                yield new Axis(
                        true, means.reaching(Range.ofPositive(ends(values))).paddedLog(), from, to);
            }
        };
    }

    private static DoubleStream ends(List<Interval> values) {
        return values.stream().flatMapToDouble(value -> DoubleStream.of(value.mean(), value.low(), value.high()));
    }

    private static List<Tick> ticks(Panel panel, Axis y) {
        return panel.scale() == Scale.RATIO ? Tick.ofRatios(y) : Tick.of(y);
    }

    private static DoubleStream values(Stream<Series> series) {
        return series.flatMap(one -> one.points().stream()).mapToDouble(Point::x);
    }

    /** Returns the horizontal axis, before which a log axis leaves room for a 0. */
    private Axis across(double left, double right) {
        double[] values = DoubleStream.concat(
                        values(panels.stream().flatMap(panel -> panel.series.stream())),
                        x.labels().stream().mapToDouble(Label::at))
                .toArray();
        Range all = Range.of(DoubleStream.of(values));
        if (x.isTime()) {
            return new Axis(false, new Range(0, all.high() > 0 ? all.high() : 1), left, right);
        }
        Range positive = Range.ofPositive(DoubleStream.of(values));
        return x.scale() == Along.FITTING && positive.spans(LOG_FROM)
                ? new Axis(true, positive, all.low() <= 0 ? left + ZERO : left, right - AIR)
                : new Axis(false, all.low() < all.high() ? all : all.padded(), left, right - AIR);
    }

    private List<Tick> below(Axis across, DoubleUnaryOperator place) {
        if (x.isTime() && x.labels().isEmpty()) {
            return Tick.ofTime(across);
        }
        // a fitted curve has many values that nobody chose
        Stream<Label> labels = x.labels().isEmpty()
                ? values(panels.stream()
                                .limit(1)
                                .flatMap(panel -> panel.series.stream())
                                .filter(series -> series.kind != Kind.BOLD))
                        .sorted()
                        .distinct()
                        .mapToObj(value -> new Label(value, PlotText.chosen(value)))
                : x.labels().stream();
        return labels.map(label -> new Tick(place.applyAsDouble(label.at), label.text, false))
                .toList();
    }

    /** Draws uprights through all panels, each labelled on a line of its own. */
    private void uprights(Svg svg, DoubleUnaryOperator place, double firstLine, double bottom) {
        double line = firstLine;
        for (Label upright : uprights) {
            double at = place.applyAsDouble(upright.at);
            svg.path("z", new PathData().segment(at, line - 10, at, bottom));
            boolean isOnRight = WIDTH - at - 6 >= PlotText.widest(Stream.of(upright.text), WIDTH / 2);
            Anchor anchor = isOnRight ? Anchor.START : Anchor.END;
            double most = isOnRight ? WIDTH - at - 6 : at - 6;
            svg.label("z1", anchor, isOnRight ? at + 6 : at - 6, line, upright.text, most);
            line += LINE;
        }
    }

    private static void ground(Svg svg, Panel panel, Frame frame, Axis y) {
        frame.vertical(svg, ticks(panel, y));
        if (panel.margin() > 0 && panel.scale() == Scale.RATIO) {
            double at = y.at(1 + panel.margin());
            svg.path("n", new PathData().box(new Frame(frame.left(), at, frame.right(), y.at(1))));
            svg.path("z", new PathData().segment(frame.left(), at, frame.right(), at));
            svg.label("t", Anchor.END, frame.right(), at - 4, "δ " + Numbers.percent(panel.margin()), WIDTH);
        }
        svg.path("b", new PathData().segment(frame.left(), frame.bottom(), frame.right(), frame.bottom()));
    }
}
