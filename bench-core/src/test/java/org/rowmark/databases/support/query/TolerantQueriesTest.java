package org.rowmark.databases.support.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.generic.Generic;
import org.rowmark.db.Feature;

class TolerantQueriesTest {
    @AutoClose
    private Connection connection;

    private TolerantQueries probe;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        probe = new TolerantQueries(connection);
    }

    @Test
    void a_question_that_is_refused_has_no_answer_and_the_next_one_has() {
        assertThat(probe.value("select no_such_column")).isEmpty();
        assertThat(probe.value("select 7")).contains("7");
    }

    @Test
    void null_blank_and_no_row_are_no_answers() {
        assertThat(probe.value("select cast(null as integer)")).isEmpty();
        assertThat(probe.value("select ' '")).isEmpty();
        assertThat(probe.value("select 1 where 1 = 0")).isEmpty();
        assertThat(probe.pairs("values ('a', null), ('b', 'c')")).containsOnlyKeys("b");
        assertThat(probe.pairs("no query")).isEmpty();
    }

    @Test
    void what_a_driver_throws_besides_is_no_answer_either() {
        assertThat(probe.query(asked -> {
                    throw new ArrayIndexOutOfBoundsException("unexpected token");
                }))
                .isEmpty();
        assertThat(probe.query(asked -> {
                    throw new AbstractMethodError("a driver of old");
                }))
                .isEmpty();
    }

    @Test
    void a_question_that_failed_in_a_transaction_leaves_none_open() throws SQLException {
        assertThat(probe.yes(asked -> {
                    asked.setAutoCommit(false);
                    throw new SQLException("refused");
                }))
                .isFalse();
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    void nothing_is_queried_once_the_connection_is_gone() throws SQLException {
        connection.close();
        AtomicInteger asked = new AtomicInteger();

        assertThat(probe.query(any -> asked.incrementAndGet())).isEmpty();
        assertThat(asked).hasValue(0);
    }

    @Test
    void a_table_is_dropped_whether_its_trial_passes_fails_or_throws() {
        FeatureProbe table = new FeatureProbe(probe, new Generic().dialect(), FeatureProbe.SHARED_NAME);

        assertThat(table.passes("a integer", any -> true)).isTrue();
        assertThat(table.passes("a integer", any -> false)).isFalse();
        assertThat(table.passes("a integer", any -> {
                    throw new SQLException("refused");
                }))
                .isFalse();
        assertThat(table.passes("a no_such_type", any -> true)).isFalse();
        assertThat(table.requireAbsent().works()).isTrue();
    }

    @Test
    void a_server_that_takes_a_statement_and_does_something_else_has_not_the_feature() throws SQLException {
        try (Connection seconds = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            FeatureProbe table =
                    new FeatureProbe(new TolerantQueries(seconds), new Generic().dialect(), FeatureProbe.SHARED_NAME);

            assertThat(table.has(Feature.MULTI_ROW_INSERT)).isTrue();
            // kept as milliseconds, without a word
            assertThat(table.has(Feature.MICROSECONDS)).isFalse();
        }
    }
}
