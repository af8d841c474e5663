package org.rowmark.run.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.rowmark.db.Counter;
import org.rowmark.db.Counter.Kind;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;
import org.rowmark.run.counters.CounterConnection.CounterReading;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Secret;

/** Databases that report their counters, and such as do not, or not always. */
@ResourceLock(Resources.SYSTEM_OUT)
class CounterConnectionTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Endpoint IN_MEMORY = h2("jdbc:h2:mem:counted");

    private final Queue<Reading> readings = new ArrayDeque<>();
    private final List<Connection> connections = new ArrayList<>();

    /** What the database answers. */
    @FunctionalInterface
    private interface Reading {
        List<Counter> counters() throws SQLException, InterruptedException;
    }

    @Test
    void leaves_out_what_a_reading_itself_raises() {
        reports(100, 105, 107, 109);
        try (CounterConnection counters = connection(IN_MEMORY, LONG)) {
            counters.open();

            assertThat(counters.own()).isEqualTo(Map.of("data.writes", 2.0));
            reports(200);
            assertThat(counters.read().counters().get("data.writes").value()).isEqualTo(200);
        }
    }

    @Test
    void keeps_one_connection_and_closes_it() throws SQLException {
        reports(1, 1, 1, 1, 1);
        CounterConnection counters = connection(IN_MEMORY, LONG);
        counters.open();
        counters.read();

        assertThat(connections).hasSize(5).containsOnly(connections.get(0));
        assertThat(connections.get(0).getAutoCommit()).isTrue();
        assertThat(connections.get(0).isClosed()).isFalse();
        counters.close();
        counters.close();
        assertThat(connections.get(0).isClosed()).isTrue();
        assertThat(counters.read()).isEqualTo(CounterReading.NOTHING);
    }

    @Test
    void reads_nothing_more_from_a_database_that_refuses() throws SQLException {
        reports(1, 1, 1, 1);
        CounterConnection counters = connection(IN_MEMORY, LONG);
        counters.open();
        readings.add(() -> {
            throw new SQLException("not for you");
        });
        reports(1);

        assertThat(counters.read()).isEqualTo(CounterReading.NOTHING);
        assertThat(counters.read()).isEqualTo(CounterReading.NOTHING);
        assertThat(readings).hasSize(1);
        assertThat(connections.get(0).isClosed()).isTrue();
    }

    @Test
    void survives_a_driver_that_is_broken() {
        readings.add(() -> {
            throw new NoSuchMethodError("of another version");
        });
        CounterConnection counters = connection(IN_MEMORY, LONG);
        counters.open();

        assertThat(counters.read()).isEqualTo(CounterReading.NOTHING);
    }

    @Test
    void waits_no_longer_than_its_limit_and_closes_when_the_database_lets_it() throws Exception {
        reports(1, 1, 1, 1);
        CountDownLatch locked = new CountDownLatch(1);
        CounterConnection counters = connection(IN_MEMORY, Duration.ofSeconds(5));
        counters.open();
        readings.add(() -> {
            locked.await();
            return List.of();
        });

        assertThat(counters.read()).isEqualTo(CounterReading.NOTHING);
        assertThat(connections.get(0).isClosed()).isFalse();
        locked.countDown();
        while (!connections.get(0).isClosed()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void goes_without_where_nobody_answers_or_nothing_is_reported() {
        CounterConnection nobody = connection(h2("jdbc:h2:tcp://127.0.0.1:1/nobody"), LONG);
        nobody.open();
        assertThat(nobody.read()).isEqualTo(CounterReading.NOTHING);

        readings.add(List::of);
        readings.add(List::of);
        readings.add(List::of);
        readings.add(List::of);
        CounterConnection silent = connection(IN_MEMORY, LONG);
        silent.open();
        assertThat(silent.read()).isEqualTo(CounterReading.NOTHING);
        assertThat(readings).isEmpty();
    }

    private void reports(double... writes) {
        for (double value : writes) {
            readings.add(() -> List.of(new Counter("writes", Kind.DATA, "count", value)));
        }
    }

    private static Endpoint h2(String url) {
        return new Endpoint("h2", url, Optional.of("sa"), Optional.of(Secret.of("")), List.of(), Map.of());
    }

    /** To H2, with counters that the test decides. */
    private CounterConnection connection(Endpoint endpoint, Duration limit) {
        Database h2 = Databases.named("h2");
        Monitor monitor = new Monitor() {
            @Override
            public ServerInfo info(Connection connection) throws SQLException {
                return h2.monitor().info(connection);
            }

            @Override
            public List<Counter> counters(Connection connection) throws SQLException {
                connections.add(connection);
                try {
                    return readings.remove().counters();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new SQLException(e);
                }
            }
        };
        Database database = new Database("h2", "H2", 0, Feature.COUNTERS) {
            @Override
            public Dialect dialect() {
                return h2.dialect();
            }

            @Override
            public Launcher launcher() {
                return h2.launcher();
            }

            @Override
            public Monitor monitor() {
                return monitor;
            }
        };
        return new CounterConnection(endpoint, database, limit);
    }
}
