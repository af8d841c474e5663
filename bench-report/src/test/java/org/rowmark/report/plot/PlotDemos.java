package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Sweep;

/** Made-up data for plots; the same at every call. */
final class PlotDemos {
    static final double MARGIN = 0.03;
    static final List<String> NAMES = List.of("mariadb 4 KB", "mariadb 16 KB", "postgresql", "firebird superserver");

    private static final int ROUNDS = 10;

    private PlotDemos() {}

    /** Returns every plot, by name; ids begin with the name. */
    static Map<String, String> plots() {
        Map<String, String> plots = new LinkedHashMap<>();
        plots.put(
                "interval-bars",
                IntervalBars.plot(
                        "interval-bars",
                        "All rows",
                        "Ratios to mariadb 4 KB.",
                        rows(),
                        RatioScale.of(rows().stream().map(IntervalBars.Row::bar).toList(), MARGIN, 420)));
        plots.put("sweep", sweep().plot("sweep"));
        plots.put("sweep-linear", linearSweep().plot("sweep-linear"));
        plots.put(
                "percentiles",
                new PercentileCurve("Point select", "ms", "closed loop", percentiles(4)).plot("percentiles"));
        plots.put("strips", new StripPlot("Point select", "operations per second", strips(4)).plot("strips"));
        plots.put("strips-two", new StripPlot("Point select", "operations per second", strips(2)).plot("strips-two"));
        plots.put("counters", new CounterBars("Pages read", "pages per operation", counters()).plot("counters"));
        plots.put("phases", new PhaseBars("restore", "seconds", "other", phases(), phaseBars()).plot("phases"));
        plots.put("timeline", timeline().plot("timeline"));
        plots.put("seconds", new SecondsPlot("oltp on mariadb", "ops/s", "ms", 1, seconds(3, 40)).plot("seconds"));
        plots.put("seconds-one", new SecondsPlot("oltp on h2", "ops/s", "ms", 0, seconds(1, 3600)).plot("seconds-one"));
        return plots;
    }

    private static List<PhaseBars.Phase> phases() {
        return List.of(
                new PhaseBars.Phase("schema", 3),
                new PhaseBars.Phase("data", 0),
                new PhaseBars.Phase("indexes & <more>", 1));
    }

    private static List<PhaseBars.Row> phaseBars() {
        return List.of(
                new PhaseBars.Row(
                        "gbak-tcp",
                        List.of(1.0, 60.0, 20.0),
                        4,
                        new Interval(85, 80, 90, 3),
                        "85.0 s",
                        "server waited 12.0"),
                new PhaseBars.Row(
                        "gbak-service", List.of(1.0, 12.0, 0.0), -1, new Interval(13, -500, 526, 2), "13.0 s", ""),
                new PhaseBars.Row(
                        "api-service",
                        List.of(Double.NaN, Double.NaN, Double.NaN),
                        31,
                        new Interval(31, Double.NaN, Double.NaN, 1),
                        "31.0 s",
                        ""),
                new PhaseBars.Row(
                        "fbsvcmgr",
                        List.of(Double.NaN, Double.NaN, Double.NaN),
                        Double.NaN,
                        new Interval(Double.NaN, Double.NaN, Double.NaN, 0),
                        "failed: no such program on the PATH of the server",
                        ""));
    }

    private static List<IntervalBars.Row> rows() {
        return List.of(
                row("point select", 1.12, 0.02, "better"),
                row("update by key", 0.91, 0.02, "worse"),
                row("insert batch of 1,000 rows, prepared and committed once", 1.004, 0.01, "even"),
                row("range scan", 1.06, 0.09, "open"),
                row("commit", 1.35, 0.03, "better"),
                new IntervalBars.Row(
                        "bulk load", new IntervalBars.Bar(1.03, 0.2, 5.5, "open", List.of()), "1.03× (0.20–5.50)"),
                new IntervalBars.Row(
                        "connect", new IntervalBars.Bar(1.2, Double.NaN, Double.NaN, "none", List.of()), "1.20×"));
    }

    private static IntervalBars.Row row(String name, double ratio, double noise, String style) {
        double half = Math.exp(noise * 0.72);
        String value = Numbers.ratio(ratio) + " (" + Numbers.ratio(ratio / half).replace("×", "") + "–"
                + Numbers.ratio(ratio * half).replace("×", "") + ")";
        return new IntervalBars.Row(
                name, new IntervalBars.Bar(ratio, ratio / half, ratio * half, style, List.of()), value);
    }

    static SweepPlot sweep() {
        double[] memory = {1, 2, 4, 8, 16, 32, 64};
        return new SweepPlot(
                "Point selects by memory",
                "buffer pool, GB",
                "operations per second",
                MARGIN,
                List.of(
                        curve(
                                NAMES.get(0),
                                memory,
                                new double[] {4200, 5600, 7400, 9400, 9500, 9450, 9530},
                                Comparison.Better.HIGHER,
                                11),
                        curve(
                                NAMES.get(1),
                                memory,
                                new double[] {3900, 5200, 6900, 9000, 9800, 9790, 9850},
                                Comparison.Better.HIGHER,
                                12),
                        curve(
                                NAMES.get(2),
                                memory,
                                new double[] {3000, 4100, 5700, 7600, 9200, 10900, 12800},
                                Comparison.Better.HIGHER,
                                13)));
    }

    static SweepPlot linearSweep() {
        double[] delay = {0, 10, 20, 30};
        return new SweepPlot(
                "Commit by network delay",
                "round trip, ms",
                "ms/op",
                MARGIN,
                List.of(curve("tcp", delay, new double[] {0.41, 10.6, 20.7, 30.9}, Comparison.Better.LOWER, 14)));
    }

    private static SweepPlot.Curve curve(
            String name, double[] xs, double[] means, Comparison.Better better, long seed) {
        Random random = new Random(seed);
        Map<Double, Map<Integer, Double>> replicates = new TreeMap<>();
        List<SweepPlot.Point> points = new ArrayList<>();
        for (int i = 0; i < xs.length; i++) {
            Map<Integer, Double> values = new TreeMap<>();
            for (int round = 1; round <= ROUNDS; round++) {
                values.put(round, means[i] * Math.exp(0.015 * random.nextGaussian()));
            }
            replicates.put(xs[i], values);
            Interval mean = Interval.ofMean(
                    values.values().stream().mapToDouble(Double::doubleValue).toArray());
            points.add(new SweepPlot.Point(xs[i], mean));
        }
        return new SweepPlot.Curve(name, points, Optional.of(Sweep.of(replicates, better, MARGIN)));
    }

    static List<PercentileCurve.Curve> percentiles(int configurations) {
        Random random = new Random(21);
        List<PercentileCurve.Curve> curves = new ArrayList<>();
        for (int i = 0; i < configurations; i++) {
            double scale = 0.8 + 0.35 * i;
            List<List<PercentileCurve.Point>> replicates = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                replicates.add(latencies(
                        scale * Math.exp(0.05 * random.nextGaussian()), 1.3 + 0.2 * random.nextGaussian(), 3));
            }
            curves.add(new PercentileCurve.Curve(NAMES.get(i % NAMES.size()), latencies(scale, 1.3, 4), replicates));
        }
        return curves;
    }

    private static List<PercentileCurve.Point> latencies(double median, double tail, double nines) {
        List<PercentileCurve.Point> points = new ArrayList<>();
        for (double nine = 0.30103; nine <= nines; nine += 0.1) {
            points.add(new PercentileCurve.Point(
                    100 - Math.pow(10, 2 - nine), median * (1 + 0.3 * Math.pow(nine, tail + 1))));
        }
        return points;
    }

    static List<StripPlot.Strip> strips(int configurations) {
        Random random = new Random(31);
        List<StripPlot.Strip> strips = new ArrayList<>();
        double[] noise = random.doubles(ROUNDS, -40, 40).toArray();
        for (int i = 0; i < configurations; i++) {
            Map<Integer, Double> values = new TreeMap<>();
            Set<Integer> outliers = i == 1 ? Set.of(7) : Set.of();
            for (int round = 1; round <= ROUNDS; round++) {
                double outlying = outliers.contains(round) ? 150 : 0;
                values.put(round, 1480 + i * 35 + noise[round - 1] + 8 * random.nextGaussian() - outlying);
            }
            double mean = values.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
            strips.add(new StripPlot.Strip(NAMES.get(i % NAMES.size()), mean, values, outliers));
        }
        return strips;
    }

    private static List<CounterBars.Row> counters() {
        return List.of(
                new CounterBars.Row(NAMES.get(0), new Interval(4.1, 3.9, 4.3, 10), "baseline"),
                new CounterBars.Row(NAMES.get(1), new Interval(1.2, 1.15, 1.25, 10), "0.29× (0.28–0.31)"),
                new CounterBars.Row(NAMES.get(2), new Interval(2.4, 0.9, 3.9, 10), "0.59× (0.22–0.95)"),
                new CounterBars.Row(NAMES.get(3), new Interval(Double.NaN, Double.NaN, Double.NaN, 0), ""));
    }

    static Timeline timeline() {
        return new Timeline(
                "Every iteration",
                NAMES,
                Timeline.relative(cells()),
                List.of(0.0, 500.0, 1000.0, 1500.0, 2000.0, 2500.0, 3000.0));
    }

    /** Returns four configurations times three workloads, 10 rounds of 3 warm-up and 5 measured iterations. */
    private static List<List<Timeline.Point>> cells() {
        Random random = new Random(41);
        List<List<Timeline.Point>> cells = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            cells.add(new ArrayList<>());
        }
        double seconds = 4;
        for (int round = 0; round < ROUNDS; round++) {
            for (int cell = 0; cell < 12; cell++) {
                double level = (1000 + 300 * (cell % 3)) * Math.exp(0.04 * random.nextGaussian());
                for (int iteration = 0; iteration < 8; iteration++) {
                    boolean isWarmup = iteration < 3;
                    double cold = isWarmup ? 0.5 + 0.15 * iteration : 1;
                    double stall = random.nextInt(150) == 0 ? 0.4 : 1;
                    double value = level * cold * stall * Math.exp(0.02 * random.nextGaussian());
                    cells.get(cell).add(new Timeline.Point(seconds, value, isWarmup, cell / 3));
                    seconds += 3;
                }
                seconds += 2;
            }
        }
        return cells;
    }

    /** Returns rounds of an iteration of warm-up and two measured ones, with a checkpoint every 30 s and one stall. */
    static List<SecondsPlot.Round> seconds(int rounds, int length) {
        Random random = new Random(43);
        List<SecondsPlot.Round> all = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<SecondsPlot.Second> seconds = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                boolean isStall = i == length / 2;
                double slow = i % 30 < 3 ? 2 : 1;
                double throughput = isStall ? 0 : 1500 / slow * Math.exp(0.04 * random.nextGaussian());
                double latency = isStall ? Double.NaN : 8 * slow * slow * Math.exp(0.1 * random.nextGaussian());
                double start = i + (i < length / 4 ? 0 : 0.3);
                seconds.add(new SecondsPlot.Second(start, start + 1, throughput, latency, i < length / 4));
            }
            all.add(new SecondsPlot.Round(round, seconds));
        }
        return all;
    }
}
