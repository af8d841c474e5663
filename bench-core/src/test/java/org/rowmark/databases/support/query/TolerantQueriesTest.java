package org.rowmark.databases.support.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
}
