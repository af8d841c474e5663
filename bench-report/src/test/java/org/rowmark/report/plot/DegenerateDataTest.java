package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Sweep;

/** Plots of degenerate data. */
class DegenerateDataTest {
    private static final double NAN = Double.NaN;
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    static Stream<double[]> values() {
        return Stream.of(
                new double[] {},
                new double[] {1},
                new double[] {0},
                new double[] {-5, 3},
                new double[] {7, 7, 7, 7},
                new double[] {NAN, NAN},
                new double[] {NAN, INFINITE, 3, -INFINITE},
                new double[] {1e-300, 1, 1e300},
                new double[] {-1e308, 1e308},
                new double[] {Double.MIN_VALUE, Double.MAX_VALUE},
                new double[] {1e300, 1e300},
                new double[] {1, 1 + 1e-15},
                new double[] {1e15, 1e15 + 1});
    }

    @ParameterizedTest
    @MethodSource("values")
    void draws_every_plot(double[] values) {
        for (String plot : plots(values)) {
            assertThat(Xml.parse(plot).getTagName()).isEqualTo("svg");
            assertThat(plot).doesNotContain("NaN", "Infinity").hasSizeLessThan(12_000);
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void draws_a_sweep(double[] values) {
        Map<Double, Map<Integer, Double>> replicates = new TreeMap<>();
        List<SweepPlot.Point> points = new ArrayList<>();
        for (double x : new double[] {0, 1, 1e9}) {
            Map<Integer, Double> rounds = new TreeMap<>();
            for (int i = 0; i < values.length; i++) {
                if (values[i] > 0 && Double.isFinite(values[i])) {
                    rounds.put(i, values[i]);
                }
                points.add(new SweepPlot.Point(x, new Interval(values[i], NAN, values[i], 1)));
            }
            replicates.put(x, rounds);
        }
        boolean isSweep = replicates.values().stream().noneMatch(Map::isEmpty);
        Optional<Sweep> sweep =
                isSweep ? Optional.of(Sweep.of(replicates, Comparison.Better.HIGHER, 0.03)) : Optional.empty();
        List<SweepPlot.Curve> curves = List.of(new SweepPlot.Curve("c", points, sweep));
        String plot = new SweepPlot("t", "p", "u", 0.03, curves).plot("d");
        assertThat(Xml.parse(plot).getTagName()).isEqualTo("svg");
    }

    @Test
    void names_sixty_configurations_and_draws_each_differently() {
        List<String> names =
                IntStream.range(0, 60).mapToObj(i -> "configuration " + i).toList();
        List<StripPlot.Strip> strips = new ArrayList<>();
        List<Timeline.Point> points = new ArrayList<>();
        List<SweepPlot.Curve> curves = new ArrayList<>();
        List<CounterBars.Row> counters = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            strips.add(new StripPlot.Strip(names.get(i), i, Map.of(1, (double) i), Set.of()));
            points.add(new Timeline.Point(i, i, false, i));
            curves.add(new SweepPlot.Curve(
                    names.get(i), List.of(new SweepPlot.Point(1, new Interval(i, i, i, 2))), Optional.empty()));
            counters.add(new CounterBars.Row(names.get(i), new Interval(i, i, i, 2), ""));
        }
        List<String> plots = List.of(
                new Timeline("t", names, points, List.of()).plot("d"),
                new SweepPlot("t", "p", "u", 0.03, curves).plot("d"),
                new StripPlot("t", "u", strips).plot("d"),
                new CounterBars("t", "u", counters).plot("d"));
        for (String plot : plots) {
            String texts = Xml.parse(plot).getTextContent();
            assertThat(names).allMatch(texts::contains);
        }
        assertThat(IntStream.range(0, 224).mapToObj(SeriesStyle::new).map(style -> style.css() + style.shape()))
                .doesNotHaveDuplicates();
    }

    @Test
    void one_round_is_in_the_middle_of_its_strip() {
        StripPlot.Strip strip = new StripPlot.Strip("a", 5, Map.of(3, 5.0), Set.of());
        String plot = new StripPlot("t", "u", List.of(strip)).plot("d");
        assertThat(Xml.parse(plot).getTagName()).isEqualTo("svg");
    }

    private static List<String> plots(double[] values) {
        List<Double> list = Arrays.stream(values).boxed().toList();
        double first = values.length == 0 ? NAN : values[0];
        double last = values.length == 0 ? NAN : values[values.length - 1];
        IntervalBars.Bar bar = new IntervalBars.Bar(first, first, last, "open", list);
        RatioScale scale = RatioScale.of(List.of(bar), 0.03, 324);
        Map<Integer, Double> replicates =
                IntStream.range(0, values.length).boxed().collect(Collectors.toMap(i -> i, i -> values[i]));
        Interval interval = new Interval(first, first, last, 2);
        List<PercentileCurve.Point> latencies = list.stream()
                .map(value -> new PercentileCurve.Point(value, value))
                .toList();
        List<PercentileCurve.Point> medians =
                list.stream().map(value -> new PercentileCurve.Point(50, value)).toList();
        List<Timeline.Point> points = list.stream()
                .map(value -> new Timeline.Point(Math.abs(value), value, false, 0))
                .toList();
        List<SecondsPlot.Second> seconds = list.stream()
                .map(value -> new SecondsPlot.Second(value, value + 1, value, value, value > 1))
                .toList();
        List<Timeline.Point> relative = Timeline.relative(List.of(points));
        return List.of(
                IntervalBars.plot("d", "t", "d", List.of(new IntervalBars.Row("r", bar, "v")), scale),
                new StripPlot("t", "u", List.of(new StripPlot.Strip("s", first, replicates, Set.of()))).plot("d"),
                new PercentileCurve(
                                "t",
                                "u",
                                "closed loop",
                                List.of(new PercentileCurve.Curve("c", latencies, List.of(medians))))
                        .plot("d"),
                new Timeline("t", List.of("s"), points, list).plot("d"),
                new SecondsPlot("t", "u", "v", 0, List.of(new SecondsPlot.Round(1, seconds))).plot("d"),
                new Timeline("t", List.of("s"), relative, list).plot("d"),
                new CounterBars("t", "u", List.of(new CounterBars.Row("r", interval, ""))).plot("d"),
                new PhaseBars(
                                "t",
                                "u",
                                "r",
                                List.of(new PhaseBars.Phase("p", 0), new PhaseBars.Phase("q", 9)),
                                List.of(new PhaseBars.Row("r", List.of(first, last), last, interval, "", "")))
                        .plot("d"),
                new PhaseBars("t", "u", "r", List.of(), List.of()).plot("d"),
                IntervalBars.plot("d", "t", "d", List.of(), scale),
                new StripPlot("t", "u", List.of()).plot("d"),
                new PercentileCurve("t", "u", "closed loop", List.of()).plot("d"),
                new Timeline("t", List.of(), List.of(), List.of()).plot("d"),
                new SecondsPlot("t", "u", "v", 0, List.of()).plot("d"),
                new CounterBars("t", "u", List.of()).plot("d"),
                new SweepPlot("t", "p", "u", 0.03, List.of()).plot("d"));
    }
}
