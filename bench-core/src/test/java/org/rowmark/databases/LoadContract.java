package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;
import org.rowmark.util.Sql;

/** The fastest way to load rows loads the same as the plain one. */
interface LoadContract extends Contract {
    List<String> COLUMNS = List.of("id", "a", "t", "u", "ts");
    LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);

    @Test
    default void loads_in_bulk_what_it_loads_row_by_row() throws SQLException {
        loadsTheSame(List.of("id", "a", "t", "u"));
    }

    @Test
    default void loads_moments_in_bulk_as_it_loads_them_row_by_row() throws SQLException {
        loadsTheSame(List.of("id", "ts"));
    }

    private void loadsTheSame(List<String> columns) throws SQLException {
        onTable("plainly", definitions(), plain -> {
            rows("plainly", 1_500).insertInBatches(plain, dialect());
            onTable(
                    "in_bulk",
                    definitions(),
                    connection -> on(ConnectionMode.BULK_LOAD, bulk -> {
                        database().loader().load(bulk, rows("in_bulk", 1_500));

                        assertThat(bulk.getAutoCommit()).isTrue();
                        assertThat(checksum(bulk, "in_bulk", columns)).isEqualTo(checksum(plain, "plainly", columns));
                    }));
        });
    }

    @Test
    default void loads_more_rows_than_a_batch_or_a_buffer_holds() throws SQLException {
        onTable(
                "many_loaded",
                "id " + dialect().bigintType() + " not null primary key, a integer not null",
                plain -> on(ConnectionMode.BULK_LOAD, bulk -> {
                    database().loader().load(bulk, new RowSource("many_loaded", List.of("id", "a"), 20_000, key ->
                            new Object[] {key, (int) (key % 1_000)}));
                    assertThat(Contract.number(bulk, "select count(*) from many_loaded"))
                            .isEqualTo(20_000);
                    assertThat(Contract.number(bulk, "select sum(id + a) from many_loaded"))
                            .isEqualTo(200_010_000L + 9_990_000L);
                }));
    }

    @Test
    default void loads_no_rows_without_an_error() throws SQLException {
        onTable(
                "none_loaded",
                definitions(),
                plain -> on(ConnectionMode.BULK_LOAD, bulk -> {
                    database().loader().load(bulk, rows("none_loaded", 0));
                    assertThat(Contract.number(bulk, "select count(*) from none_loaded"))
                            .isZero();
                }));
    }

    @Test
    default void misses_no_changed_value_in_the_sum_of_rows() throws SQLException {
        onTable(
                "summed",
                "id " + dialect().bigintType() + " not null primary key, u " + unicodeTextType(100),
                plain -> on(ConnectionMode.BULK_LOAD, bulk -> {
                    RowSource rows = new RowSource("summed", List.of("id", "u"), 2_000, key ->
                            new Object[] {key - 1_000, DialectContract.UNICODE + "x".repeat((int) key % 13)});
                    Loader loader = database().loader();
                    loader.load(bulk, rows);

                    assertThat(loader.isSum(bulk, rows)).isEqualTo(rows.sum().sum() != 0);

                    Sql.execute(bulk, "update summed set u = 'other' where id = 7");
                    assertThat(loader.isSum(bulk, rows)).isFalse();
                }));
    }

    private String definitions() {
        return "id " + dialect().bigintType() + " not null primary key, a "
                + dialect().integerType() + ", t "
                + dialect().textType(200) + ", u " + unicodeTextType(100) + ", ts "
                + dialect().timestampType();
    }

    /** With all that a text format must escape, with nulls, and with texts that are empty. */
    private static RowSource rows(String table, long count) {
        List<String> texts = List.of("plain", "", "tab\tnew\nline\rback\\slash \\N \\.", "'quoted' \"twice\", 50 %");
        return new RowSource(table, COLUMNS, count, key -> new Object[] {
            key,
            key % 7 == 0 ? null : (int) -key,
            key % 5 == 0 ? null : texts.get((int) (key % texts.size())),
            key % 3 == 0 ? null : DialectContract.UNICODE + key,
            key % 11 == 0 ? null : START.plusSeconds(key)
        });
    }

    private static long checksum(Connection connection, String table, List<String> columns) throws SQLException {
        long checksum = 0;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select " + String.join(", ", columns) + " from " + table + " order by id")) {
            while (row.next()) {
                for (String column : columns) {
                    Object value = column.equals("ts") ? row.getTimestamp(column) : row.getString(column);
                    checksum = checksum * 31 + Objects.hashCode(value);
                }
            }
        }
        return checksum;
    }
}
