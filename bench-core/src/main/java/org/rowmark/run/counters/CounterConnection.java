package org.rowmark.run.counters;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.ErrorMessages;

/**
 * A connection for a database's counters. It never fails: when a reading does, or waits too long, it prints why and
 * reads no more. The connection has a thread of its own, so that a database that does not answer, for example because
 * of a lock, does not delay the measurement.
 */
final class CounterConnection implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** The last connection of an embedded database writes its memory to disk when it is closed. */
    private static final Duration CLOSING = Duration.ofMinutes(5);

    /** The number of idle readings. The first one opens and compiles, which the others need not. */
    private static final int IDLE_READINGS = 4;

    private final Endpoint endpoint;
    private final Database database;
    private final Duration limit;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(BasicThreadFactory.builder()
            .namingPattern("rowmark-counters")
            .daemon()
            .build());
    private Connection connection;
    private Map<String, Double> own = Map.of();
    private boolean isOver;

    CounterConnection(Endpoint endpoint) {
        this(endpoint, Databases.named(endpoint.database()), LIMIT);
    }

    /** @param limit the longest that connecting or one reading may take */
    CounterConnection(Endpoint endpoint, Database database, Duration limit) {
        this.endpoint = endpoint;
        this.database = database;
        this.limit = limit;
    }

    /** Opens the connection and measures what a reading itself costs, while nothing else happens. */
    void open() {
        if (!database.features().contains(Feature.COUNTERS)) {
            stop(database.name() + " reports none", limit);
            return;
        }
        within(() -> {
                    connection = Drivers.connect(endpoint, ConnectionMode.PLAIN);
                    List<CounterReading> idle = new ArrayList<>();
                    for (int i = 0; i < IDLE_READINGS; i++) {
                        idle.add(readNow());
                    }
                    if (idle.get(0).counters().isEmpty()) {
                        throw new SQLException("this server reports none");
                    }
                    return idle.subList(1, idle.size());
                })
                .ifPresent(idle -> own = CounterReading.raised(idle));
    }

    /** Reads the counters; none if they cannot be read. */
    CounterReading read() {
        return within(this::readNow).orElse(CounterReading.NOTHING);
    }

    /** Returns by how much a reading itself raises each metric, where that is the same every time. */
    Map<String, Double> own() {
        return own;
    }

    private CounterReading readNow() throws SQLException {
        return CounterReading.of(database.monitor().counters(connection));
    }

    private <T> Optional<T> within(Callable<T> reading) {
        if (isOver) {
            return Optional.empty();
        }
        try {
            return Optional.of(thread.submit(reading).get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            stop(Drivers.errorMessage(e.getCause(), database), limit);
        } catch (TimeoutException e) {
            stop("no answer within " + limit.toMillis() + " ms", Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop("interrupted", Duration.ZERO);
        }
        return Optional.empty();
    }

    private void stop(String reason, Duration closing) {
        System.out.println("rowmark: no counters of the database from here on: " + reason);
        close(closing);
    }

    @Override
    public void close() {
        close(CLOSING);
    }

    /** Closes the connection and waits so long for it, since a reading that is not over comes first. */
    private void close(Duration wait) {
        if (isOver) {
            return;
        }
        isOver = true;
        Future<?> closed = thread.submit(() -> {
            if (connection != null) {
                connection.close();
            }
            return null;
        });
        thread.shutdown();
        try {
            closed.get(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            System.out.println("rowmark: the connection for counters is not closed: " + ErrorMessages.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Counters of a server at one moment, by {@link Counter#metric}. */
    record CounterReading(Map<String, Counter> counters) {
        static final CounterReading NOTHING = new CounterReading(Map.of());

        static CounterReading of(List<Counter> counters) {
            Map<String, Counter> byMetric = new TreeMap<>();
            counters.forEach(counter -> byMetric.put(counter.metric(), counter));
            return new CounterReading(byMetric);
        }

        /**
         * Returns what was counted since another reading, and the levels of this one. Counters are missing that one of the
         * two readings lacks, except those of new files, and those that went down: the server counts from 0 again. A file
         * in which nothing was counted is left out, since many are open.
         *
         * @param own by how much a reading itself raises each metric
         */
        List<Counter> since(CounterReading before, Map<String, Double> own) {
            List<Counter> since = new ArrayList<>();
            counters.forEach((metric, counter) -> {
                double earlier = before.counters.containsKey(metric) ? before.value(metric) : before.ofNewFile(counter);
                if (counter.isLevel()) {
                    since.add(counter);
                } else if (counter.value() >= earlier) {
                    double rise = counter.value() - earlier - own.getOrDefault(metric, 0.0);
                    since.add(counter.with(Math.max(0, rise)));
                }
            });
            Set<String> busy = since.stream()
                    .filter(counter -> !counter.isLevel() && counter.value() > 0)
                    .map(Counter::file)
                    .collect(Collectors.toSet());
            since.removeIf(counter -> !counter.file().isEmpty() && !busy.contains(counter.file()));
            return since;
        }

        /**
         * Returns by how much a reading itself raises each metric, from successive readings while nothing else happens.
         *
         * @return by metric; only those that every reading raised by the same amount, which is not 0
         */
        static Map<String, Double> raised(List<CounterReading> idle) {
            Map<String, Double> raised = new HashMap<>();
            idle.get(0).counters.forEach((metric, counter) -> {
                List<Double> rises = new ArrayList<>();
                for (int i = 1; i < idle.size(); i++) {
                    rises.add(idle.get(i).value(metric) - idle.get(i - 1).value(metric));
                }
                if (!counter.isLevel() && rises.get(0) > 0 && rises.stream().allMatch(rises.get(0)::equals)) {
                    raised.put(metric, rises.get(0));
                }
            });
            return raised;
        }

        /**
         * Returns the earlier value of a counter: 0 for a new file among others with the same counter, otherwise unknown.
         */
        private double ofNewFile(Counter counter) {
            boolean isNew = !counter.file().isEmpty()
                    && counters.values().stream()
                            .anyMatch(other -> !other.file().isEmpty()
                                    && other.kind() == counter.kind()
                                    && other.name().equals(counter.name()));
            return isNew ? 0 : Double.NaN;
        }

        private double value(String metric) {
            Counter counter = counters.get(metric);
            return counter == null ? Double.NaN : counter.value();
        }
    }
}
