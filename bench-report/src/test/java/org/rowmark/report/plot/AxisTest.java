package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
    private static final double FROM = 24;
    private static final double TO = 300;

    @ParameterizedTest
    @CsvSource({
        "0, 1, '0 0.2 0.4 0.6 0.8 1'",
        "1380, 1640, '1,400 1,500 1,600'",
        "-3, 3, '-3 -2 -1 0 1 2 3'",
        "0, 2e9, '0 5e8 1e9 1.5e9 2e9'",
        "0.00011, 0.00013, '0.00011 0.00012 0.00013'",
    })
    void linear_ticks_are_round(double low, double high, String labels) {
        assertThat(labels(Tick.of(new Axis(false, new Range(low, high), FROM, TO))))
                .isEqualTo(labels);
    }

    @ParameterizedTest
    @CsvSource({
        "0.94, 1.06, '0.94× 0.96× 0.98× 1× 1.02× 1.04× 1.06×'",
        "0.7, 1.3, '0.7× 0.8× 0.9× 1× 1.1× 1.2× 1.3×'",
        "0.5, 2.1, '0.5× 1× 1.5× 2×'",
        "0.9, 33, '1× 2× 5× 10× 20×'",
        "0.001, 1000, '0.01× 1× 100×'",
    })
    void ratio_ticks_are_round_and_1_is_the_main_one(double low, double high, String labels) {
        List<Tick> ticks = new IntervalBars(low * 0.9999, high * 1.0001, 0.03, TO + FROM).ticks();
        assertThat(labels(ticks)).isEqualTo(labels);
        assertThat(ticks.stream().filter(Tick::isMain).map(Tick::label)).containsExactly("1×");
    }

    @ParameterizedTest
    @CsvSource({
        "0.4, '0 0.2 s 0.4 s'",
        "50, '0 20 s 40 s'",
        "150, '0 1 min 2 min'",
        "5400, '0 50 min'",
        "40000, '0 5 h 10 h'",
        "900000, '0 5 d 10 d'",
    })
    void times_are_round(double seconds, String labels) {
        assertThat(labels(Tick.ofTime(new Axis(false, new Range(0, seconds), FROM, TO))))
                .isEqualTo(labels);
    }

    @Test
    void ticks_are_inside_and_ascending_and_few_for_all_ends() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            double low = Math.exp(random.nextDouble() * 1200 - 600);
            double high = low * Math.exp(Math.pow(10, random.nextDouble() * 6 - 4));
            high = Math.min(high, 1e300);
            if (low < high * (1 - 1e-9)) {
                assertTicks(Tick.of(new Axis(true, new Range(low, high), FROM, TO)), 2);
                assertTicks(Tick.of(new Axis(true, new Range(low, high), TO, FROM)), 2);
                assertTicks(Tick.of(new Axis(false, new Range(low, high), FROM, TO)), 1);
                assertTicks(Tick.of(new Axis(false, new Range(-high, low), TO, FROM)), 1);
                assertTicks(Tick.ofTime(new Axis(false, new Range(0, Math.min(high, 1e10)), FROM, TO)), 1);
            }
        }
    }

    private static void assertTicks(List<Tick> ticks, int least) {
        assertThat(ticks).hasSizeBetween(least, 14);
        assertThat(ticks).allMatch(tick -> tick.at() >= FROM - 1e-6 && tick.at() <= TO + 1e-6);
        assertThat(ticks.stream().map(Tick::label)).doesNotHaveDuplicates();
    }

    @Test
    void a_scale_of_ratios_always_holds_1_and_the_band() {
        Random random = new Random(8);
        for (int i = 0; i < 500; i++) {
            double ratio = Math.exp(random.nextGaussian() * 10);
            double half = Math.exp(Math.abs(random.nextGaussian()));
            IntervalBars.Bar bar =
                    new IntervalBars.Bar(ratio, ratio / half, ratio * half, "open", List.of(ratio, ratio * 1.01));
            IntervalBars scale = IntervalBars.of(List.of(bar), 0.03, 324);
            assertThat(scale.low()).isLessThan(1 / 1.03);
            assertThat(scale.high()).isGreaterThan(1.03);
            assertThat(scale.ticks().stream().filter(Tick::isMain))
                    .as(scale.toString())
                    .hasSize(1);
        }
    }

    @Test
    void one_is_a_tick_of_an_axis_without_room_for_labels() {
        List<Tick> ticks = new IntervalBars(0.9, 4.4, 0.03, 60).ticks();
        assertThat(ticks.stream().filter(Tick::isMain).map(Tick::label)).containsExactly("1×");
    }

    @Test
    void labels_have_room_beside_each_other() {
        List<Tick> crowd = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            crowd.add(new Tick(i * 3, "1,000", i == 50));
        }
        List<Tick> kept = Tick.withRoom(crowd, 10);
        assertThat(kept).contains(crowd.get(50)).hasSizeBetween(4, 8);
        for (int i = 1; i < kept.size(); i++) {
            assertThat(kept.get(i).at() - kept.get(i - 1).at()).isGreaterThan(PlotText.width("1,000") + 10 - 1e-9);
        }
    }

    @Test
    void halves_and_doubles_lie_at_the_same_distance_from_one() {
        Axis axis = new Axis(true, new Range(0.2, 7), FROM, TO);
        double one = axis.at(1);
        assertThat(axis.at(2) - one).isCloseTo(one - axis.at(0.5), within(1e-9));
        assertThat(axis.at(8)).isEqualTo(TO);
        assertThat(axis.at(0.1)).isEqualTo(FROM);
    }

    private static String labels(List<Tick> ticks) {
        return ticks.stream().map(Tick::label).collect(Collectors.joining(" "));
    }
}
