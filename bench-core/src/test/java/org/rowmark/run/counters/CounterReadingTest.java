package org.rowmark.run.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Counter;
import org.rowmark.db.Counter.Kind;
import org.rowmark.run.counters.CounterConnection.CounterReading;

/** What a server counted between two readings. */
class CounterReadingTest {
    private static final Map<String, Double> NOTHING = Map.of();

    @Test
    void takes_differences_of_counters_and_the_last_of_levels() {
        CounterReading before = reading(writes(10), Counter.size(Kind.DATA, 4096));
        CounterReading after = reading(writes(13), Counter.size(Kind.DATA, 8192));

        assertThat(values(after.since(before, NOTHING))).isEqualTo(Map.of("data.writes", 3.0, "data.size", 8192.0));
    }

    @Test
    void reports_nothing_of_what_one_reading_lacks_or_what_went_down() {
        Counter reads = new Counter("reads", Kind.DATA, "count", 5);
        Counter syncs = new Counter("syncs", Kind.LOG, "count", 5);
        CounterReading before = reading(writes(10), reads);
        CounterReading after = reading(writes(9), syncs);

        assertThat(after.since(before, NOTHING)).isEmpty();
        assertThat(after.since(CounterReading.NOTHING, NOTHING)).isEmpty();
    }

    @Test
    void distinguishes_what_does_not_rise_and_what_is_not_reported() {
        assertThat(values(reading(writes(10)).since(reading(writes(10)), NOTHING)))
                .isEqualTo(Map.of("data.writes", 0.0));
    }

    @Test
    void leaves_out_files_in_which_nothing_was_counted() {
        CounterReading before = reading(
                writes(10), writes(4).of("a"), size(1).of("a"), writes(6).of("b"), size(1).of("b"));
        CounterReading after = reading(
                writes(12), writes(4).of("a"), size(1).of("a"), writes(8).of("b"), size(2).of("b"));

        assertThat(values(after.since(before, NOTHING)))
                .isEqualTo(Map.of("data.writes", 2.0, "data.writes:b", 2.0, "data.size:b", 2.0));
    }

    @Test
    void counts_a_file_from_0_that_was_made_meanwhile_beside_others() {
        CounterReading others = reading(writes(10), writes(4).of("a"));
        CounterReading after = reading(writes(13), writes(4).of("a"), writes(3).of("b"));

        assertThat(values(after.since(others, NOTHING))).isEqualTo(Map.of("data.writes", 3.0, "data.writes:b", 3.0));
        assertThat(values(after.since(reading(writes(10)), NOTHING))).isEqualTo(Map.of("data.writes", 3.0));
    }

    @Test
    void leaves_out_what_each_reading_raises_by_the_same() {
        Counter size = Counter.size(Kind.DATA, 1);
        Map<String, Double> own = CounterReading.raised(List.of(
                reading(writes(10), fetches(100), size),
                reading(writes(12), fetches(130), Counter.size(Kind.DATA, 2)),
                reading(writes(14), fetches(131), Counter.size(Kind.DATA, 3))));

        assertThat(own).isEqualTo(Map.of("data.writes", 2.0));
        assertThat(values(reading(writes(17)).since(reading(writes(14)), own))).isEqualTo(Map.of("data.writes", 1.0));
        assertThat(values(reading(writes(15)).since(reading(writes(14)), own))).isEqualTo(Map.of("data.writes", 0.0));
    }

    @Test
    void names_of_files_are_fit_for_the_JSON_of_JMH() {
        assertThat(reading(writes(1).of("C:\\a \"b\".mdf")).counters()).containsOnlyKeys("data.writes:C__a__b_.mdf");
    }

    private static Counter writes(double value) {
        return new Counter("writes", Kind.DATA, "count", value);
    }

    private static Counter size(double value) {
        return Counter.size(Kind.DATA, value);
    }

    private static Counter fetches(double value) {
        return new Counter("fetches", Kind.SERVER, "count", value);
    }

    private static CounterReading reading(Counter... counters) {
        return CounterReading.of(List.of(counters));
    }

    private static Map<String, Double> values(List<Counter> counters) {
        return counters.stream().collect(Collectors.toMap(Counter::metric, Counter::value));
    }
}
