package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.stats.Interval;

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
            assertThat(plot).doesNotContain("NaN", "Infinity").hasSizeLessThan(30_000);
        }
    }

    @Test
    void names_sixty_configurations_and_draws_each_differently() {
        List<String> names =
                IntStream.range(0, 60).mapToObj(i -> "configuration " + i).toList();
        List<LinePlot.Series> curves = new ArrayList<>();
        List<BarPlot.Row> bars = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            LinePlot.Point point = new LinePlot.Point(1, new Interval(i, i, i, 2));
            curves.add(new LinePlot.Series(i, LinePlot.Kind.MEANS, List.of(point)));
            bars.add(new BarPlot.Row(names.get(i), List.of(point.y()), PlotDemos.of(0), point.y(), ""));
        }
        List<String> plots = List.of(
                PlotDemos.timeline("t", names, curves).plot("d"),
                lines(names, curves, LinePlot.Scale.FITTING).plot("d"),
                new BarPlot("t", "u", "r", List.of(new BarPlot.Part("p", 0)), bars).plot("d"));
        for (String plot : plots) {
            String texts = Xml.parse(plot).getTextContent();
            assertThat(names).allMatch(texts::contains);
        }
        assertThat(IntStream.range(0, 224).mapToObj(SeriesStyle::new).map(style -> style.css() + style.shape()))
                .doesNotHaveDuplicates();
    }

    private static LinePlot lines(List<String> names, List<LinePlot.Series> series, LinePlot.Scale scale) {
        boolean isTime = scale == LinePlot.Scale.FROM_ZERO;
        return new LinePlot(
                "t",
                "d",
                new LinePlot.Horizontal("p", isTime ? LinePlot.Along.TIME : LinePlot.Along.FITTING, List.of()),
                names,
                List.of(new LinePlot.Panel("u", scale, 0.03, series), new LinePlot.Panel("v", scale, 0.03, series)),
                List.of(),
                List.of());
    }

    private static List<String> plots(double[] values) {
        List<Double> list = Arrays.stream(values).boxed().toList();
        double first = values.length == 0 ? NAN : values[0];
        double last = values.length == 0 ? NAN : values[values.length - 1];
        IntervalBars.Bar bar = new IntervalBars.Bar(first, first, last, "open", list);
        IntervalBars ratios = IntervalBars.of(List.of(bar), 0.03, 324);
        Interval interval = new Interval(first, first, last, 2);
        List<LinePlot.Point> drawn = new ArrayList<>();
        for (double x : new double[] {0, 1, 1e9}) {
            list.forEach(value -> drawn.add(new LinePlot.Point(x, new Interval(value, NAN, value, 1))));
            list.forEach(value -> drawn.add(LinePlot.Point.of(value, value)));
        }
        List<String> plots = new ArrayList<>(List.of(
                ratios.cell("t", "d", bar),
                ratios.header(),
                new BarPlot(
                                "t",
                                "u",
                                "r",
                                List.of(new BarPlot.Part("p", 0), new BarPlot.Part("q", 9)),
                                List.of(new BarPlot.Row(
                                        "r", List.of(interval, PlotDemos.of(last)), PlotDemos.of(last), interval, "")))
                        .plot("d"),
                new BarPlot("t", "u", "r", List.of(), List.of()).plot("d"),
                new LinePlot(
                                "t",
                                "d",
                                new LinePlot.Horizontal("", LinePlot.Along.LINEAR, List.of()),
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of())
                        .plot("d")));
        for (LinePlot.Scale kind : LinePlot.Scale.values()) {
            plots.add(lines(List.of(), List.of(), kind).plot("d"));
            List<LinePlot.Series> series = Stream.of(LinePlot.Kind.values())
                    .map(look -> new LinePlot.Series(0, look, drawn))
                    .toList();
            plots.add(lines(List.of("s"), series, kind).plot("d"));
        }
        return plots;
    }
}
