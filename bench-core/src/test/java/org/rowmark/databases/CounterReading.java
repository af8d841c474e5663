package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rowmark.db.Counter;

/**
 * All counters of a server at one moment.
 *
 * @param values by metric
 * @param levels whether that metric is a level, by metric
 */
public record CounterReading(Map<String, Double> values, Map<String, Boolean> levels) {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** How to read. */
    @FunctionalInterface
    public interface Source {
        CounterReading read() throws SQLException;
    }

    public static CounterReading of(List<Counter> counters) {
        Map<String, Double> values = new TreeMap<>();
        Map<String, Boolean> levels = new TreeMap<>();
        for (Counter counter : counters) {
            values.put(counter.metric(), counter.value());
            levels.put(counter.metric(), counter.isLevel());
        }
        return new CounterReading(values, levels);
    }

    /** Reads until it is so: servers write, and some sessions report, later than they answer. */
    public static CounterReading await(Source source, Predicate<CounterReading> condition) throws SQLException {
        long start = System.nanoTime();
        CounterReading now = source.read();
        while (!condition.test(now)) {
            assertThat(System.nanoTime() - start)
                    .as("nanoseconds of waiting; last seen: " + now.values)
                    .isLessThan(START_LIMIT.toNanos());
            pause();
            now = source.read();
        }
        return now;
    }

    boolean countsEvents() {
        return levels.containsValue(false);
    }

    boolean reportsWritten() {
        return values.containsKey("data.bytes-written") || values.containsKey("log.bytes-written");
    }

    /** To data files and the log together. */
    double written() {
        return values.getOrDefault("data.bytes-written", 0.0) + values.getOrDefault("log.bytes-written", 0.0);
    }

    /** The same counters, none of which has gone back; of single files, which come and go, those that both have. */
    void assertNotBefore(CounterReading earlier) {
        assertThat(ofAllFiles()).isEqualTo(earlier.ofAllFiles());
        values.forEach((metric, value) -> {
            if (!levels.get(metric)) {
                assertThat(value).as(metric).isGreaterThanOrEqualTo(earlier.values.getOrDefault(metric, 0.0));
            }
        });
    }

    /** Names of the counters that are not of single files. */
    private Set<String> ofAllFiles() {
        return values.keySet().stream()
                .filter(metric -> metric.indexOf(':') < 0)
                .collect(Collectors.toSet());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
