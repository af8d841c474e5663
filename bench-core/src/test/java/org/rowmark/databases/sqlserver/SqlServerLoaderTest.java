package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rowmark.db.RowSource;

/** Rows as the bundled driver's own interface sees them. */
class SqlServerLoaderTest {
    private static final LocalDateTime MOMENT = LocalDateTime.of(2026, 2, 3, 4, 5, 6, 123_456_000);
    private static final List<String> COLUMNS = List.of("id", "a", "d", "t", "ts", "n");

    @Test
    void gives_columns_and_rows_in_the_classes_of_their_types() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (id bigint, a integer, d double, t varchar(20), ts timestamp(6),"
                    + " n decimal(10, 2))");
            RowSource rows = new RowSource(
                    "t", COLUMNS, 2, key -> new Object[] {(int) key, key, 1, key == 1 ? "one" : null, MOMENT, 2.5});
            Class<?> type = Class.forName("com.microsoft.sqlserver.jdbc.ISQLServerBulkData");
            Object source = Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, SqlServerLoader.Rows.of(connection, rows));

            assertThat(call(source, "getColumnOrdinals")).isEqualTo(Set.of(1, 2, 3, 4, 5, 6));
            assertThat(call(source, "getColumnName", 4)).isEqualTo("T");
            assertThat(call(source, "getColumnType", 1)).isEqualTo(Types.BIGINT);
            assertThat(call(source, "getPrecision", 4)).isEqualTo(20);
            assertThat(call(source, "getScale", 5)).isEqualTo(6);
            assertThat(call(source, "next")).isEqualTo(true);
            assertThat((Object[]) call(source, "getRowData"))
                    .containsExactly(1L, 1, 1.0, "one", Timestamp.valueOf(MOMENT), new BigDecimal("2.5"));
            assertThat(call(source, "next")).isEqualTo(true);
            assertThat((Object[]) call(source, "getRowData"))
                    .containsExactly(2L, 2, 1.0, null, Timestamp.valueOf(MOMENT), new BigDecimal("2.5"));
            assertThat(call(source, "next")).isEqualTo(false);
        }
    }

    private static Object call(Object source, String method, Object... arguments) throws ReflectiveOperationException {
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {int.class};
        return source.getClass().getInterfaces()[0].getMethod(method, types).invoke(source, arguments);
    }
}
