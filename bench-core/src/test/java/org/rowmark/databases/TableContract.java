package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;

/** Tables in the product's own dialect take rows and keep them. */
interface TableContract extends Contract {

    @Test
    default void keeps_texts_of_8000_bytes_and_extreme_numbers() throws SQLException {
        String text = "x".repeat(7_999) + "y";
        try (TestTable table = table("values_kept", 8_000, ConnectionMode.PLAIN)) {
            table.insert(Long.MIN_VALUE, Integer.MIN_VALUE, text);
            table.insert(Long.MAX_VALUE, Integer.MAX_VALUE, "");

            try (ResultSet rows = table.query("select id, a, txt from values_kept order by id")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(Long.MIN_VALUE);
                assertThat(rows.getInt(2)).isEqualTo(Integer.MIN_VALUE);
                assertThat(rows.getString(3)).isEqualTo(text);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(Long.MAX_VALUE);
                assertThat(rows.getInt(2)).isEqualTo(Integer.MAX_VALUE);
            }
        }
    }

    @Test
    default void inserts_as_many_rows_in_one_statement_as_it_promises() throws SQLException {
        assumeThat(features()).contains(Feature.MULTI_ROW_INSERT);
        String type = dialect().textType(120);
        int rows = dialect().maxRowsPerInsert(TestTable.COLUMNS.size());
        try (TestTable table = table("many_rows", 120, ConnectionMode.PLAIN)) {
            String insert = dialect()
                    .insertRows(
                            "many_rows",
                            TestTable.COLUMNS,
                            List.of(dialect().bigintType(), dialect().integerType(), type),
                            rows);
            try (PreparedStatement statement = table.connection().prepareStatement(insert)) {
                int parameter = 0;
                for (int row = 0; row < rows; row++) {
                    statement.setLong(++parameter, row);
                    statement.setInt(++parameter, -row);
                    statement.setString(++parameter, "row " + row);
                }
                assertThat(statement.executeUpdate()).isEqualTo(rows);
            }
            assertThat(table.count()).isEqualTo(rows);
            assertThat(table.number("select count(*) from many_rows where id = -a and id between 0 and " + (rows - 1)))
                    .isEqualTo(rows);
        }
    }

    @Test
    default void empties_a_table_that_prepared_statements_go_on_using() throws SQLException {
        try (TestTable table = table("emptied", 120, ConnectionMode.PLAIN)) {
            table.insert(1, 1, "before");
            table.execute(dialect().emptyTable("emptied"));
            assertThat(table.count()).isZero();
            table.insert(1, 1, "after");
            assertThat(table.count()).isEqualTo(1);
        }
    }

    @Test
    default void inserts_batches_in_every_connection_mode() throws SQLException {
        for (ConnectionMode mode : ConnectionMode.values()) {
            if (!serves(mode)) {
                continue;
            }
            try (TestTable table = table("batches", 120, mode)) {
                table.connection().setAutoCommit(false);
                for (int row = 0; row < 100; row++) {
                    table.fill(row, row, "row " + row);
                    table.statement().addBatch();
                }
                table.statement().executeBatch();
                table.connection().commit();
                assertThat(table.count()).as(mode.name()).isEqualTo(100);
                table.connection().setAutoCommit(true);
            }
        }
    }
}
