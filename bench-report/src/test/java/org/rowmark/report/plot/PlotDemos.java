package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.rowmark.stats.Interval;

/** Made-up data for plots; the same at every call. */
final class PlotDemos {
    static final double MARGIN = 0.03;
    static final List<String> NAMES = List.of("mariadb 4 KB", "mariadb 16 KB", "postgresql", "firebird superserver");

    private static final int ROUNDS = 10;

    private PlotDemos() {}

    /** Returns every plot, by name; ids begin with the name. */
    static Map<String, String> plots() {
        Map<String, String> plots = new LinkedHashMap<>();
        plots.put("sweep", sweep().plot("sweep"));
        plots.put("fits", fits().plot("fits"));
        plots.put("percentiles", percentiles(NAMES).plot("percentiles"));
        plots.put(
                "rounds", rounds("Point select", "operations per second", NAMES).plot("rounds"));
        plots.put("phases", new BarPlot("restore", "seconds", "other", phases(), phaseBars()).plot("phases"));
        plots.put("timeline", timeline().plot("timeline"));
        plots.put("seconds", seconds("oltp on mariadb", 3, 40).plot("seconds"));
        plots.put("seconds-one", seconds("oltp on h2", 1, 3600).plot("seconds-one"));
        return plots;
    }

    private static List<BarPlot.Part> phases() {
        return List.of(
                new BarPlot.Part("schema", 3), new BarPlot.Part("data", 0), new BarPlot.Part("indexes & <more>", 1));
    }

    private static List<BarPlot.Row> phaseBars() {
        Interval none = of(Double.NaN);
        return List.of(
                new BarPlot.Row(
                        "gbak-tcp", List.of(of(1), of(60), of(20)), of(4), new Interval(85, 80, 90, 3), "85.0 s"),
                new BarPlot.Row(
                        "gbak-service",
                        List.of(of(1), of(12), of(0)),
                        of(-1),
                        new Interval(13, -500, 526, 2),
                        "13.0 s"),
                new BarPlot.Row("api-service", List.of(none, none, none), of(31), of(31), "31.0 s"),
                new BarPlot.Row(
                        "fbsvcmgr",
                        List.of(none, none, none),
                        none,
                        none,
                        "failed: no such program on the PATH of the server"));
    }

    /** Returns the value of a single round. */
    static Interval of(double value) {
        return new Interval(value, Double.NaN, Double.NaN, 1);
    }

    /** Returns means with knees, and the gains between them. */
    static LinePlot sweep() {
        return sweep("Point selects by memory", "buffer pool, GB", "operations per second", NAMES.subList(0, 3));
    }

    static LinePlot sweep(String title, String parameter, String unit, List<String> names) {
        Random random = new Random(11);
        List<LinePlot.Series> means = new ArrayList<>();
        List<LinePlot.Series> gains = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            List<LinePlot.Point> points = new ArrayList<>();
            List<LinePlot.Point> steps = new ArrayList<>();
            for (int memory = 1; memory <= 64; memory *= 2) {
                double mean = 4200 * Math.sqrt(Math.min(memory, 8 + 8 * i)) * Math.exp(0.02 * random.nextGaussian());
                points.add(new LinePlot.Point(memory, new Interval(mean, 0.96 * mean, 1.04 * mean, ROUNDS)));
                double gain = memory < 8 + 8 * i ? 1.41 : 1.01;
                steps.add(new LinePlot.Point(memory * 1.4, new Interval(gain, gain - 0.05, gain + 3 * i, ROUNDS)));
            }
            means.add(new LinePlot.Series(i, LinePlot.Kind.MEANS, points));
            gains.add(new LinePlot.Series(i, LinePlot.Kind.STEPS, steps.subList(0, steps.size() - 1)));
        }
        return new LinePlot(
                title,
                unit + " against " + parameter,
                new LinePlot.Horizontal(parameter, LinePlot.Along.FITTING, List.of()),
                names,
                List.of(
                        new LinePlot.Panel(unit, LinePlot.Scale.FITTING, MARGIN, means),
                        new LinePlot.Panel("gain per doubling", LinePlot.Scale.RATIO, MARGIN, gains)),
                List.of(new LinePlot.Label(8, "knee 8: " + names.get(0)), new LinePlot.Label(64, "knee 64: all")),
                List.of(names.get(0) + ": no knee inside the swept range"));
    }

    /** Returns points with fitted lines, the first of them at 0. */
    private static LinePlot fits() {
        List<LinePlot.Point> points = new ArrayList<>();
        List<LinePlot.Point> fitted = new ArrayList<>();
        for (double rtt : new double[] {0, 20, 100, 500, 1000}) {
            double time = 42 + 1.01 * rtt;
            points.add(new LinePlot.Point(rtt, new Interval(1.02 * time, 0.95 * time, 1.1 * time, ROUNDS)));
            if (rtt > 0) {
                fitted.add(LinePlot.Point.of(rtt, time));
            }
        }
        return new LinePlot(
                "client-loop",
                "µs per operation against the round-trip time.",
                new LinePlot.Horizontal("round-trip time, µs", LinePlot.Along.FITTING, List.of()),
                List.of("mariadb"),
                List.of(new LinePlot.Panel(
                        "µs per operation",
                        LinePlot.Scale.FITTING,
                        0,
                        List.of(
                                new LinePlot.Series(0, LinePlot.Kind.BOLD, fitted),
                                new LinePlot.Series(0, LinePlot.Kind.POINTS, points)))),
                List.of(),
                List.of());
    }

    static LinePlot percentiles(List<String> names) {
        Random random = new Random(21);
        List<LinePlot.Series> series = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            double scale = 0.8 + 0.35 * i;
            for (int round = 0; round < ROUNDS; round++) {
                double median = scale * Math.exp(0.05 * random.nextGaussian());
                series.add(new LinePlot.Series(i, LinePlot.Kind.THIN, latencies(median, 3)));
            }
            series.add(new LinePlot.Series(i, LinePlot.Kind.BOLD, latencies(scale, 4)));
        }
        return new LinePlot(
                "Point select",
                "Latency in ms by percentile, closed loop.",
                new LinePlot.Horizontal(
                        "of operations took at most this long; thin lines: single replicates",
                        LinePlot.Along.FITTING,
                        List.of(
                                new LinePlot.Label(2, "50 %"),
                                new LinePlot.Label(10, "90 %"),
                                new LinePlot.Label(100, "99 %"),
                                new LinePlot.Label(1000, "99.9 %"))),
                names,
                List.of(new LinePlot.Panel("ms, closed loop", LinePlot.Scale.LOG, 0, series)),
                List.of(),
                List.of());
    }

    private static List<LinePlot.Point> latencies(double median, double nines) {
        List<LinePlot.Point> points = new ArrayList<>();
        for (double nine = 0.30103; nine <= nines; nine += 0.1) {
            points.add(LinePlot.Point.of(Math.pow(10, nine), median * (1 + 0.3 * Math.pow(nine, 2.3))));
        }
        return points;
    }

    /** Returns rounds of which one is an outlier. */
    static LinePlot rounds(String title, String unit, List<String> names) {
        Random random = new Random(31);
        double[] noise = random.doubles(ROUNDS, -40, 40).toArray();
        List<LinePlot.Series> series = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            List<LinePlot.Point> points = new ArrayList<>();
            for (int round = 1; round <= ROUNDS; round++) {
                double outlying = i == 0 && round == 7 ? 150 : 0;
                points.add(LinePlot.Point.of(
                        round, 1480 + i * 35 + noise[round - 1] + 8 * random.nextGaussian() - outlying));
            }
            series.add(new LinePlot.Series(i, LinePlot.Kind.ROUNDS, points));
            series.add(new LinePlot.Series(i, LinePlot.Kind.HOLLOW, i == 0 ? points.subList(6, 7) : List.of()));
        }
        return new LinePlot(
                title,
                "Every round.",
                new LinePlot.Horizontal("round", LinePlot.Along.LINEAR, List.of()),
                names,
                List.of(new LinePlot.Panel(unit, LinePlot.Scale.FITTING, 0, series)),
                List.of(),
                List.of());
    }

    /** Returns iterations of four configurations, three of warm-up and five measured ones in each of the rounds. */
    private static LinePlot timeline() {
        Random random = new Random(41);
        List<List<LinePlot.Point>> points = new ArrayList<>();
        for (int i = 0; i < 2 * NAMES.size(); i++) {
            points.add(new ArrayList<>());
        }
        double seconds = 4;
        for (int cell = 0; cell < 12 * ROUNDS; cell++) {
            double level = Math.exp(0.04 * random.nextGaussian());
            for (int iteration = 0; iteration < 8; iteration++) {
                double cold = iteration < 3 ? 0.5 + 0.15 * iteration : 1;
                double stall = random.nextInt(150) == 0 ? 0.4 : 1;
                points.get(cell % 4 + (iteration < 3 ? 0 : 4))
                        .add(LinePlot.Point.of(seconds, level * cold * stall * Math.exp(0.02 * random.nextGaussian())));
                seconds += 3;
            }
        }
        List<LinePlot.Series> series = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            LinePlot.Kind kind = i < 4 ? LinePlot.Kind.GREY_DOTS : LinePlot.Kind.DOTS;
            series.add(new LinePlot.Series(i % 4, kind, points.get(i)));
        }
        series.add(new LinePlot.Series(
                0, LinePlot.Kind.FEET, List.of(LinePlot.Point.of(0, 1), LinePlot.Point.of(1500, 1))));
        return timeline("Every iteration", NAMES, series);
    }

    static LinePlot timeline(String title, List<String> names, List<LinePlot.Series> series) {
        return new LinePlot(
                title,
                "Every iteration against time.",
                new LinePlot.Horizontal("since the start of the run", LinePlot.Along.TIME, List.of()),
                names,
                List.of(new LinePlot.Panel("Relative to the median", LinePlot.Scale.RATIO, 0, series)),
                List.of(),
                List.of("grey: warm-up"));
    }

    /** Returns rounds of an iteration of warm-up and a measured one, with a checkpoint every 30 s and one stall. */
    static LinePlot seconds(String title, int rounds, int length) {
        Random random = new Random(43);
        List<LinePlot.Series> rates = new ArrayList<>();
        List<LinePlot.Series> latencies = new ArrayList<>();
        List<LinePlot.Label> starts = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int begin = round * (length + 1);
            starts.add(new LinePlot.Label(begin, String.valueOf(round + 1)));
            for (boolean isWarmup : new boolean[] {true, false}) {
                List<LinePlot.Point> rate = new ArrayList<>();
                List<LinePlot.Point> latency = new ArrayList<>();
                for (int i = isWarmup ? 0 : length / 4; i < (isWarmup ? length / 4 : length); i++) {
                    boolean isStall = i == length / 2;
                    double slow = i % 30 < 3 ? 2 : 1;
                    rate.add(LinePlot.Point.of(
                            begin + i, isStall ? 0 : 1500 / slow * Math.exp(0.04 * random.nextGaussian())));
                    latency.add(LinePlot.Point.of(
                            begin + i, isStall ? Double.NaN : 8 * slow * slow * Math.exp(0.1 * random.nextGaussian())));
                }
                LinePlot.Kind kind = isWarmup ? LinePlot.Kind.GREY : LinePlot.Kind.PLAIN;
                rates.add(new LinePlot.Series(1, kind, rate));
                latencies.add(new LinePlot.Series(1, kind, latency));
            }
        }
        return new LinePlot(
                title,
                "Operations per second, and p99 of their times in ms, by second; grey: warm-up.",
                new LinePlot.Horizontal("rounds", LinePlot.Along.TIME, rounds == 1 ? List.of() : starts),
                List.of(),
                List.of(
                        new LinePlot.Panel("ops/s", LinePlot.Scale.FROM_ZERO, 0, rates),
                        new LinePlot.Panel("p99, ms", LinePlot.Scale.LOG, 0, latencies)),
                List.of(),
                List.of("grey: warm-up"));
    }
}
