package org.rowmark.workloads.restore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.TestTable;
import org.rowmark.databases.support.query.TolerantQueries;

/** The questions whether a server restores, put to functions of the same names in H2. */
class SqlServerRestoreRightsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4.3.0 | 1 | SQL Server itself, and this is Babelfish, which speaks its protocol
                  | 0 | the permission CREATE ANY DATABASE, which members of the server role dbcreator have
            """)
    void restoring_is_not_open_for_a_reason(String babelfish, int may, String reason) throws SQLException {
        assertThat(missing(babelfish, may)).contains(reason);
    }

    @Test
    void restoring_is_open_to_a_user_who_may_create_databases() throws SQLException {
        assertThat(missing(null, 1)).isEmpty();
    }

    private static Optional<String> missing(String babelfish, int may) throws SQLException {
        String functions = Functions.class.getName() + ".";
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:;MODE=MSSQLServer")) {
            TestTable.execute(connection, "create alias serverproperty for '" + functions + "property'");
            TestTable.execute(connection, "create alias has_perms_by_name for '" + functions + "may'");
            Functions.babelfish = babelfish;
            Functions.may = may;
            return SqlServerRestoreDatabase.missing(new TolerantQueries(connection));
        }
    }

    /** What H2 calls in their stead; it wants a public class. */
    public static final class Functions {
        private static String babelfish;
        private static int may;

        private Functions() {}

        /** The function of that name. */
        public static String property(String name) {
            assertThat(name).isEqualTo("BabelfishVersion");
            return babelfish;
        }

        /** The function {@code has_perms_by_name}. */
        public static int may(String securable, String type, String permission) {
            return permission.equals("CREATE ANY DATABASE") ? may : 0;
        }
    }
}
