package org.rowmark.databases.sqlserver.restore;

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
            5 |       | 1 | SQL Server itself, from 2012 on, and this is something else that speaks its protocol
            8 |       | 1 | SQL Server itself, from 2012 on
              |       | 1 | SQL Server itself, from 2012 on, and this is something else that speaks its protocol
            2 | 4.3.0 | 1 | SQL Server itself, from 2012 on, and this is something else that speaks its protocol
            3 |       | 0 | the permission CREATE ANY DATABASE
            """)
    void restoring_is_not_open_for_a_reason(String edition, String babelfish, String may, String reason)
            throws SQLException {
        assertThat(missing(edition, babelfish, may))
                .hasValueSatisfying(missing -> assertThat(missing).contains(reason));
    }

    @Test
    void restoring_is_open_to_a_user_who_may_create_databases() throws SQLException {
        assertThat(missing("3", null, "1")).isEmpty();
    }

    @Test
    void restoring_is_not_open_on_an_endpoint_that_knows_no_such_question() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            assertThat(SqlServerRestoreDatabase.missing(new TolerantQueries(connection)))
                    .contains("SQL Server itself, from 2012 on, and this is something else that speaks its protocol");
        }
    }

    private static Optional<String> missing(String edition, String babelfish, String may) throws SQLException {
        String functions = Functions.class.getName() + ".";
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:;MODE=MSSQLServer")) {
            TestTable.execute(connection, "create alias serverproperty for '" + functions + "property'");
            TestTable.execute(connection, "create alias has_perms_by_name for '" + functions + "may'");
            Functions.edition = edition;
            Functions.babelfish = babelfish;
            Functions.may = may;
            return SqlServerRestoreDatabase.missing(new TolerantQueries(connection));
        }
    }

    /** What H2 calls in their stead; it wants a public class. */
    public static final class Functions {
        private static String edition;
        private static String babelfish;
        private static String may;

        private Functions() {}

        /** The function of that name. */
        public static String property(String name) {
            return switch (name) {
                case "EngineEdition" -> edition;
                case "BabelfishVersion" -> babelfish;
                default -> throw new IllegalArgumentException(name);
            };
        }

        /** The function {@code has_perms_by_name}. */
        public static String may(String securable, String type, String permission) {
            return permission.equals("CREATE ANY DATABASE") ? may : "0";
        }
    }
}
