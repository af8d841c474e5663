package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Counter;
import org.rowmark.db.Counter.Kind;
import org.rowmark.db.Feature;

/**
 * Counters never run backwards, what a server cannot report is not there, and what is reported agrees with a known amount of
 * work. Written is what went to data files and to the log; temporary files are left out.
 */
interface CountersContract extends Contract {

    @Test
    default void counts_upwards_only() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            CounterReading before = reading(connection);
            onTable("counted", "id integer not null primary key", other -> {
                for (int id = 0; id < 100; id++) {
                    Contract.execute(other, "insert into counted (id) values (" + id + ")");
                }
            });
            CounterReading after = reading(connection);

            after.assertNotBefore(before);
            assertThat(before.countsEvents()).isEqualTo(features().contains(Feature.COUNTERS));
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.isReadOnly()).isFalse();
            assertThat(Contract.number(connection, dialect().ping())).isEqualTo(1);
        });
    }

    /** Some drivers leave a transaction open behind metadata. */
    @Test
    default void reports_the_same_counters_after_metadata_was_read() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            List<String> names = database().monitor().counters(connection).stream()
                    .map(Counter::metric)
                    .toList();
            try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
                tables.next();
            }

            assertThat(database().monitor().counters(connection))
                    .extracting(Counter::metric)
                    .containsExactlyElementsOf(names);
        });
    }

    @Test
    default void names_counters_by_what_they_count_on_and_in_three_units() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            List<Counter> counters = database().monitor().counters(connection);

            assertThat(counters).extracting(Counter::metric).doesNotHaveDuplicates();
            assertThat(counters).allSatisfy(counter -> {
                assertThat(counter.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
                assertThat(counter.unit()).isIn("bytes", "ms", "count");
                assertThat(counter.kind()).isIn(Kind.SERVER, Kind.DATA, Kind.LOG, Kind.TEMP);
                assertThat(counter.value()).isNotNegative().isFinite();
                assertThat(counter.isLevel()).isEqualTo(counter.name().equals("size"));
                assertThat(counter.name().endsWith("-time"))
                        .isEqualTo(counter.unit().equals("ms"));
                assertThat(counter.name().startsWith("bytes-") || counter.isLevel())
                        .isEqualTo(counter.unit().equals("bytes"));
            });
        });
    }

    @Test
    default void rows_that_are_inserted_are_among_the_bytes_written() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            CounterReading before = reading(connection);
            assumeThat(before.reportsWritten()).as("reports bytes written").isTrue();
            WrittenRows rows = new WrittenRows(this, "written");
            try {
                rows.insert();

                CounterReading after = CounterReading.await(
                        () -> reading(connection), now -> now.written() - before.written() >= WrittenRows.BYTES);
                after.assertNotBefore(before);
            } finally {
                rows.drop();
            }
        });
    }

    /** Nor do the readings themselves. What the server still has to write of the rows may come first. */
    @Test
    default void a_read_only_loop_writes_about_nothing() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            CounterReading first = reading(connection);
            assumeThat(first.reportsWritten()).as("reports bytes written").isTrue();
            WrittenRows rows = new WrittenRows(this, "only_read");
            try {
                rows.insert();
                CounterReading.await(
                        () -> reading(connection), now -> now.written() - first.written() >= WrittenRows.BYTES);

                double[] before = {Double.NEGATIVE_INFINITY};
                CounterReading.await(
                        () -> {
                            before[0] = reading(connection).written();
                            rows.read(20);
                            for (int i = 0; i < 20; i++) {
                                reading(connection);
                            }
                            return reading(connection);
                        },
                        now -> now.written() - before[0] <= WrittenRows.BYTES / 20.0);
            } finally {
                rows.drop();
            }
        });
    }

    /** No connection stays open meanwhile: some databases bring all to their file when the last one closes. */
    @Test
    default void data_files_are_as_large_as_what_was_inserted() throws SQLException {
        on(
                ConnectionMode.PLAIN,
                connection -> assumeThat(reading(connection).values())
                        .as("reports the size of its data files")
                        .containsKey("data.size"));
        WrittenRows rows = new WrittenRows(this, "sized");
        try {
            rows.insert();

            CounterReading.await(
                    () -> {
                        CounterReading[] now = new CounterReading[1];
                        on(ConnectionMode.PLAIN, connection -> now[0] = reading(connection));
                        return now[0];
                    },
                    now -> now.values().get("data.size") >= WrittenRows.BYTES);
        } finally {
            rows.drop();
        }
    }

    private CounterReading reading(Connection connection) throws SQLException {
        return CounterReading.of(database().monitor().counters(connection));
    }
}
