package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.rowmark.db.Counter;

/**
 * All counters of a server at one moment.
 *
 * @param values by metric
 * @param levels whether that metric is a level, by metric
 */
record CounterReading(Map<String, Double> values, Map<String, Boolean> levels) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** How to read. */
    @FunctionalInterface
    interface Source {
        CounterReading read() throws SQLException;
    }

    static CounterReading of(List<Counter> counters) {
        Map<String, Double> values = new TreeMap<>();
        Map<String, Boolean> levels = new TreeMap<>();
        for (Counter counter : counters) {
            values.put(counter.metric(), counter.value());
            levels.put(counter.metric(), counter.isLevel());
        }
        return new CounterReading(values, levels);
    }

    /** Reads until it is so: servers write, and some sessions report, later than they answer. */
    static CounterReading await(Source source, Predicate<CounterReading> condition) throws SQLException {
        long start = System.nanoTime();
        CounterReading now = source.read();
        while (!condition.test(now)) {
            assertThat(System.nanoTime() - start)
                    .as("nanoseconds of waiting; last seen: " + now.values)
                    .isLessThan(PATIENCE.toNanos());
            pause();
            now = source.read();
        }
        return now;
    }

    boolean countsEvents() {
        return levels.containsValue(false);
    }

    boolean tellsWritten() {
        return values.containsKey("data.bytes-written") || values.containsKey("log.bytes-written");
    }

    /** To data files and the log together. */
    double written() {
        return values.getOrDefault("data.bytes-written", 0.0) + values.getOrDefault("log.bytes-written", 0.0);
    }

    /** The same counters, none of which has gone back. */
    void assertNotBefore(CounterReading earlier) {
        assertThat(values.keySet()).isEqualTo(earlier.values.keySet());
        values.forEach((metric, value) -> {
            if (!levels.get(metric)) {
                assertThat(value).as(metric).isGreaterThanOrEqualTo(earlier.values.get(metric));
            }
        });
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
