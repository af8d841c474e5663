package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SqlTest {
    @Test
    void executes_statements_and_reads_rows_texts_and_numbers() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            Sql.execute(
                    connection, "create table t (a integer, b varchar(9))", "insert into t values (1, 'x'), (2, null)");

            assertThat(Sql.rows(connection, "select a from t order by a desc", rows -> rows.getInt(1)))
                    .containsExactly(2, 1);
            assertThat(Sql.text(connection, "select b from t where a = 1")).contains("x");
            assertThat(Sql.text(connection, "select b from t where a = 2")).isEmpty();
            assertThat(Sql.text(connection, "select b from t where a = 3")).isEmpty();
            assertThat(Sql.number(connection, "select count(*) from t")).isEqualTo(2);
            assertThatThrownBy(() -> Sql.number(connection, "select a from t where a = 3"))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("no row from select a from t where a = 3");
        }
    }

    @Test
    void the_reason_is_the_first_line_of_the_last_exception_with_the_operating_systems_message() {
        SQLException chain = new SQLException("see the next exception for details");
        chain.setNextException(
                new SQLException("cannot open\nstack", new IllegalStateException(new IOException("disk full\nat x"))));

        assertThat(Sql.reason(chain)).isEqualTo("cannot open: disk full");
        SQLException whole = new SQLException("unsuccessful update; no right");
        whole.setNextException(new SQLException("unsuccessful update"));
        assertThat(Sql.reason(whole)).isEqualTo("unsuccessful update; no right");
        assertThat(Sql.reason(new SQLException("disk full", new IOException("disk full"))))
                .isEqualTo("disk full");
    }
}
