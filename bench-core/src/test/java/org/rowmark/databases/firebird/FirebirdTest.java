package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.RowSource;

/** One process, one page cache. */
class FirebirdTest extends DatabaseContract {
    FirebirdTest() {
        super("firebird", new Tried("page_size", "4096", "yes (forced writes on)"));
    }

    @Test
    void loads_rows_of_8000_bytes() throws SQLException {
        loads(
                List.of("id", "t"),
                List.of(dialect().integerType(), dialect().fixedTextType(8_000)),
                250,
                "x".repeat(8_000));
    }

    @Test
    void loads_rows_of_2000_characters_of_any_language() throws SQLException {
        loads(List.of("id", "t"), List.of(dialect().integerType(), unicodeTextType(2_000)), 20, "ź".repeat(2_000));
    }

    @Test
    void loads_rows_of_many_columns() throws SQLException {
        int columns = 60;
        loads(
                IntStream.range(0, columns).mapToObj(i -> "column_" + i).toList(),
                Collections.nCopies(columns, dialect().integerType()),
                250,
                7);
    }

    private void loads(List<String> columns, List<String> types, int count, Object value) throws SQLException {
        String definitions = String.join(
                ", ",
                IntStream.range(0, columns.size())
                        .mapToObj(i -> columns.get(i) + " " + types.get(i))
                        .toList());
        onTable("loaded", definitions, connection -> {
            on(
                    ConnectionMode.BULK_LOAD,
                    bulk -> database().loader().load(bulk, new RowSource("loaded", columns, count, key -> {
                        Object[] row = new Object[columns.size()];
                        Arrays.fill(row, value);
                        row[0] = (int) key;
                        return row;
                    })));
            String last = columns.get(columns.size() - 1);
            assertThat(Contract.number(
                            connection,
                            "select count(distinct " + columns.get(0) + ") from loaded where " + last + " = '" + value
                                    + "'"))
                    .isEqualTo(count);
        });
    }
}
