package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.PathData.Place;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Throughput and a percentile of the latency of one cell by second, above each other, its rounds one after the other.
 * Warm-up is grey. Of many seconds, those between the extremes of a pixel's width are left out.
 *
 * @param title the cell
 * @param throughputUnit for example ops/s
 * @param latencyUnit for example ms
 * @param series number of its configuration, whose colour it has
 * @param rounds in their order
 */
public record SecondsPlot(String title, String throughputUnit, String latencyUnit, int series, List<Round> rounds) {
    private static final double WIDTH = 1060;
    private static final double WIDEST = 1176;
    private static final double RIGHT = 20;
    private static final double TOP = 34;
    private static final double HEIGHT = 96;
    private static final double BETWEEN = 40;

    /** A longer time between two seconds interrupts the line, in seconds; checks between iterations are shorter. */
    private static final double INTERRUPTION = 2;

    /** The distance of two rounds, as a share of all their seconds. */
    private static final double APART = 0.01;

    /** More than 300 years, longer than any round. */
    private static final double MOST_SECONDS = 1e10;

    /** Seconds per pixel that are all drawn. */
    private static final double DENSE = 1;

    /** The seconds of a round, by time. */
    public record Round(int number, List<Second> seconds) {
        public Round {
            seconds = seconds.stream()
                    .filter(second -> second.start >= 0
                            && second.end > second.start
                            && second.end < MOST_SECONDS
                            && second.throughput >= 0)
                    .sorted(Comparator.comparingDouble(Second::start))
                    .toList();
        }

        private double length() {
            return seconds.stream().mapToDouble(Second::end).max().orElse(0);
        }
    }

    /**
     * @param start in seconds since the round began
     * @param latency NaN if no operation ended
     * @param isWarmup whether it is no part of the result
     */
    public record Second(double start, double end, double throughput, double latency, boolean isWarmup) {}

    public String plot(String id) {
        Axis rate = Axis.fromZero(
                all().mapToDouble(Second::throughput)
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0),
                Range.MOST,
                TOP + HEIGHT,
                TOP);
        double top = TOP + HEIGHT + BETWEEN;
        Axis latency =
                Axis.log(Range.ofPositive(all().mapToDouble(Second::latency)).paddedLog(), top + HEIGHT, top);
        double left = Math.max(Frame.roomFor(Tick.of(rate)), Frame.roomFor(Tick.of(latency)));
        double lengths = rounds.stream().mapToDouble(Round::length).sum();
        double apart = lengths * APART;
        double total = lengths + apart * Math.max(0, rounds.size() - 1);
        Axis time = Axis.linear(new Range(0, total > 0 ? total : 1), left + 8, WIDTH - RIGHT);
        String description = "Operations per second, and p99 of their times in " + latencyUnit + ", by second, of "
                + Numbers.count(rounds.size(), "round") + "; grey: warm-up.";
        double bottom = top + HEIGHT;
        Svg svg = Svg.scaling(id, WIDTH, bottom + 2 * Frame.LABELS_BELOW + 6, WIDEST, title, description);
        Frame upper = new Frame(left, TOP, WIDTH - RIGHT, TOP + HEIGHT);
        Frame lower = new Frame(left, top, WIDTH - RIGHT, bottom);
        upper.vertical(svg, Tick.of(rate), throughputUnit);
        lower.vertical(svg, Tick.of(latency), "p99, " + latencyUnit);
        svg.label("u", Anchor.START, 0, bottom + 2 * Frame.LABELS_BELOW, "grey: warm-up", WIDTH / 2);
        boolean isOne = rounds.size() == 1;
        List<Tick> ticks = isOne ? Tick.ofTime(time) : starts(time, apart);
        Frame.rules(svg, ticks, (path, at) -> path.segment(at, upper.top(), at, upper.bottom()));
        String together = Numbers.whole(Math.round(lengths)) + " s together";
        lower.horizontal(
                svg, ticks, isOne ? "since the start of the round" : "rounds one after the other, " + together);
        upper.base(svg);
        lower.base(svg);
        svg.group("w");
        draw(svg, true, time, apart, rate, latency);
        svg.end().group(new SeriesStyle(series).css());
        draw(svg, false, time, apart, rate, latency);
        return svg.end().markup();
    }

    private Stream<Second> all() {
        return rounds.stream().flatMap(round -> round.seconds.stream());
    }

    private List<Tick> starts(Axis time, double apart) {
        List<Tick> ticks = new ArrayList<>();
        double start = 0;
        for (Round round : rounds) {
            ticks.add(new Tick(time.at(start), String.valueOf(round.number), false));
            start += round.length() + apart;
        }
        return ticks;
    }

    private void draw(Svg svg, boolean isWarmup, Axis time, double apart, Axis rate, Axis latency) {
        PathData rates = new PathData();
        PathData latencies = new PathData();
        double start = 0;
        for (Round round : rounds) {
            for (List<Second> piece : pieces(round.seconds, isWarmup)) {
                line(rates, piece, start, time, rate, Second::throughput);
                // a second without operations has no latency
                List<Second> known = new ArrayList<>();
                for (Second second : piece) {
                    if (second.latency > 0 && Double.isFinite(second.latency)) {
                        known.add(second);
                    } else {
                        line(latencies, known, start, time, latency, Second::latency);
                        known = new ArrayList<>();
                    }
                }
                line(latencies, known, start, time, latency, Second::latency);
            }
            start += round.length() + apart;
        }
        svg.path("e", rates).path("e", latencies);
    }

    /** Returns the seconds of one kind that follow each other. */
    private static List<List<Second>> pieces(List<Second> seconds, boolean isWarmup) {
        List<List<Second>> pieces = new ArrayList<>();
        Second before = null;
        for (Second second : seconds) {
            if (second.isWarmup == isWarmup) {
                boolean follows =
                        before != null && before.isWarmup == isWarmup && second.start - before.end < INTERRUPTION;
                if (!follows) {
                    pieces.add(new ArrayList<>());
                }
                pieces.get(pieces.size() - 1).add(second);
            }
            before = second;
        }
        return pieces;
    }

    /** Draws a line from the start of the first second through the middles to the end of the last one. */
    private static void line(
            PathData path, List<Second> seconds, double start, Axis time, Axis y, ToDoubleFunction<Second> value) {
        if (seconds.isEmpty()) {
            return;
        }
        List<Place> places = new ArrayList<>();
        Second first = seconds.get(0);
        Second last = seconds.get(seconds.size() - 1);
        places.add(new Place(time.at(start + first.start), y.at(value.applyAsDouble(first))));
        for (Second second : seconds) {
            places.add(new Place(time.at(start + (second.start + second.end) / 2), y.at(value.applyAsDouble(second))));
        }
        places.add(new Place(time.at(start + last.end), y.at(value.applyAsDouble(last))));
        List<Place> drawn = thinned(places);
        path.move(drawn.get(0).x(), drawn.get(0).y()).simplified(drawn);
    }

    private static List<Place> thinned(List<Place> places) {
        double width = places.get(places.size() - 1).x() - places.get(0).x();
        if (places.size() <= DENSE * width) {
            return places;
        }
        return places.stream()
                .collect(Collectors.groupingBy(place -> Math.floor(place.x()), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(column -> Stream.of(
                                column.stream()
                                        .min(Comparator.comparingDouble(Place::y))
                                        .orElseThrow(),
                                column.stream()
                                        .max(Comparator.comparingDouble(Place::y))
                                        .orElseThrow())
                        .distinct()
                        .sorted(Comparator.comparingDouble(Place::x)))
                .toList();
    }
}
