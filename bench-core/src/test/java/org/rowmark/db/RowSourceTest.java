package org.rowmark.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSourceTest {
    private static final Dialect STANDARD = new Dialect() {};
    private static final LocalDateTime MOMENT = LocalDateTime.of(2026, 2, 3, 4, 5, 6, 123_456_000);

    @AutoClose
    private Connection connection;

    @BeforeEach
    void createTable() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        execute("create table t (id bigint primary key, i integer, d double precision, s varchar(20),"
                + " at timestamp, b varbinary(10))");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1_000, 1_001, 2_500})
    void inserts_every_row_once_whatever_the_number(long count) throws SQLException {
        rows(count, key -> new Object[] {key}, "id").insertInBatches(connection, STANDARD);

        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(number("select count(*) from t")).isEqualTo(count);
        assertThat(number("select coalesce(max(id), 0) from t")).isEqualTo(count);
    }

    @Test
    void binds_every_kind_of_value() throws SQLException {
        byte[] bytes = {1, -1, 0};
        rows(1, key -> new Object[] {bytes, MOMENT, "ż", 0.5, 7, key}, "b", "at", "s", "d", "i", "id")
                .insertInBatches(connection, STANDARD);

        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select id, i, d, s, at, b from t")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong(1)).isEqualTo(1);
            assertThat(row.getInt(2)).isEqualTo(7);
            assertThat(row.getDouble(3)).isEqualTo(0.5);
            assertThat(row.getString(4)).isEqualTo("ż");
            assertThat(row.getTimestamp(5).toLocalDateTime()).isEqualTo(MOMENT);
            assertThat(row.getBytes(6)).isEqualTo(bytes);
        }
    }

    @Test
    void binds_null_in_columns_of_every_type() throws SQLException {
        rows(2, key -> new Object[] {key, null, null, null, null, null}, "id", "i", "d", "s", "at", "b")
                .insertInBatches(connection, STANDARD);

        assertThat(
                        number(
                                "select count(*) from t where coalesce(i, d) is null and s is null and at is null and b is null"))
                .isEqualTo(2);
    }

    @Test
    void knows_the_types_of_its_columns_in_its_own_order() throws SQLException {
        assertThat(rows(0, key -> new Object[0], "s", "id", "at").types(connection))
                .containsExactly(Types.VARCHAR, Types.BIGINT, Types.TIMESTAMP);
    }

    @Test
    void keeps_the_batches_before_one_that_is_refused() throws SQLException {
        RowSource rows = rows(1_500, key -> new Object[] {key == 1_400 ? 1 : key}, "id");

        assertThatThrownBy(() -> rows.insertInBatches(connection, STANDARD)).isInstanceOf(SQLException.class);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(number("select count(*) from t")).isEqualTo(1_000);
    }

    private static RowSource rows(long count, RowSource.Row row, String... columns) {
        return new RowSource("t", List.of(columns), count, row);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
