package org.rowmark.report.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Latency by percentile: each further nine takes the same width, latency is on a log axis. Per configuration a thin
 * line for each replicate and a bold one for all of them merged. Lines end where the caller's points end: beyond are
 * too few operations.
 *
 * @param title the workload
 * @param unit of latency
 * @param load who decides when an operation begins: {@code closed loop} or {@code open loop at 500/s}
 * @param curves of configurations in the order of their styles
 */
public record PercentileCurve(String title, String unit, String load, List<Curve> curves) {
    private static final double WIDTH = 564;
    private static final double HEIGHT = 250;
    private static final double RIGHT = 26;

    /** The left end of the axis. */
    private static final double MEDIAN = 50;

    private static final double[] LABELLED = {50, 90, 99, 99.9, 99.99, 99.999, 99.9999};

    /**
     * @param percentile from 0 to less than 100; below 50 it is not drawn
     * @param value latency
     */
    public record Point(double percentile, double value) {}

    /**
     * @param name of the configuration
     * @param merged all replicates as one, by ascending percentile
     * @param replicates each replicate alone
     */
    public record Curve(String name, List<Point> merged, List<List<Point>> replicates) {
        public Curve {
            merged = drawn(merged);
            replicates = replicates.stream().map(Curve::drawn).toList();
        }

        private static List<Point> drawn(List<Point> points) {
            return points.stream()
                    .filter(point -> point.percentile() >= MEDIAN && point.percentile() < 100)
                    .filter(point -> point.value() > 0 && Double.isFinite(point.value()))
                    .toList();
        }

        private Stream<Point> points() {
            return Stream.concat(merged.stream(), replicates.stream().flatMap(List::stream));
        }
    }

    public String plot(String id) {
        List<Point> all = curves.stream().flatMap(Curve::points).toList();
        Legend legend = Legend.of(curves.stream().map(Curve::name).toList(), WIDTH);
        double top = legend.height() + 36;
        Range values = Range.ofPositive(all.stream().mapToDouble(Point::value));
        Axis y = Axis.log(values.paddedLog(), top + HEIGHT, top);
        Frame frame = new Frame(Frame.roomFor(Tick.of(y)), top, WIDTH - RIGHT, top + HEIGHT);
        double last = all.stream().mapToDouble(Point::percentile).max().orElse(0);
        Axis x = Axis.log(new Range(oneIn(MEDIAN), oneIn(Math.max(90, last))), frame.left(), frame.right());
        String description = "Latency in " + unit + " by percentile, " + load + ", of "
                + Numbers.count(curves.size(), "configuration")
                + ". Bold lines are all replicates merged, thin ones single replicates. Both axes are logarithmic.";
        Svg svg = Svg.scaling(id, WIDTH, frame.bottom() + Frame.LABELS_BELOW * 2 + 6, WIDTH, title, description);
        legend.draw(svg);
        frame.vertical(svg, Tick.of(y), unit);
        svg.label("u1", Anchor.END, frame.right(), top - 12, load, frame.right() - frame.left());
        // 100 - 99.9 is not the double nearest to 0.1
        List<Tick> labelled = DoubleStream.of(LABELLED)
                .filter(percentile -> oneIn(percentile) <= x.high() * (1 + 1e-9))
                .mapToObj(percentile -> new Tick(x.at(oneIn(percentile)), Numbers.plain(percentile) + " %", false))
                .toList();
        frame.horizontal(svg, labelled, "of operations took at most this long; thin lines: single replicates");
        frame.base(svg);
        for (int i = 0; i < curves.size(); i++) {
            svg.group(new SeriesStyle(i).css());
            curves.get(i).replicates().forEach(replicate -> svg.path("y", line(replicate, x, y)));
            svg.end();
        }
        for (int i = 0; i < curves.size(); i++) {
            List<Point> merged = curves.get(i).merged();
            SeriesStyle style = new SeriesStyle(i);
            svg.group(style.css()).path("s", line(merged, x, y));
            if (!merged.isEmpty()) {
                Point end = merged.get(merged.size() - 1);
                svg.path("m", style.mark(x.at(oneIn(end.percentile())), y.at(end.value())));
            }
            svg.end();
        }
        return svg.markup();
    }

    private static PathData line(List<Point> points, Axis x, Axis y) {
        return new PathData()
                .simplified(points.stream()
                        .map(point -> new PathData.Place(x.at(oneIn(point.percentile())), y.at(point.value())))
                        .toList());
    }

    /** Returns how many operations include one that is slower. */
    private static double oneIn(double percentile) {
        return 100 / (100 - percentile);
    }
}
