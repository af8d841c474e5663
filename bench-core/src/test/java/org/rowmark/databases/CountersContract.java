package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Counter;
import org.rowmark.db.Feature;

/** Counters never run backwards, and what a server cannot tell is not there. */
interface CountersContract extends Contract {

    @Test
    default void counts_upwards_only() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Map<String, Double> before = values(database().counters(connection));
            onTable("counted", "id integer not null primary key", other -> {
                for (int id = 0; id < 100; id++) {
                    Contract.execute(other, "insert into counted (id) values (" + id + ")");
                }
            });
            Map<String, Double> after = values(database().counters(connection));

            assertThat(after.keySet()).isEqualTo(before.keySet());
            assertThat(after)
                    .allSatisfy((name, value) -> assertThat(value).as(name).isGreaterThanOrEqualTo(before.get(name)));
            assertThat(before.isEmpty()).isEqualTo(!features().contains(Feature.COUNTERS));
        });
    }

    private static Map<String, Double> values(List<Counter> counters) {
        Map<String, Double> values = new TreeMap<>();
        for (Counter counter : counters) {
            assertThat(counter.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
            assertThat(counter.unit()).isNotBlank();
            assertThat(counter.value()).isNotNegative().isFinite();
            assertThat(values.put(counter.kind() + " " + counter.name(), counter.value()))
                    .as("twice: " + counter.name())
                    .isNull();
        }
        return values;
    }
}
