package org.rowmark.databases;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Secret;
import org.rowmark.db.Target;

/**
 * The server that the build is given, whatever it is that speaks T-SQL there: nothing of it is started or stopped. With
 * another driver if {@value #DRIVER} names one as {@code driver:} of a target does.
 */
@EnabledIfSystemProperty(
        named = SqlServerTest.URL,
        matches = ".+",
        disabledReason = "skipped: give -D" + SqlServerTest.URL + "=jdbc:sqlserver://host:1433;databaseName=… -D"
                + SqlServerTest.USER + "=… and the environment variable " + SqlServerTest.PASSWORD)
class SqlServerTest extends DatabaseContract {
    static final String URL = "rowmark.test.sqlserver.url";
    static final String USER = "rowmark.test.sqlserver.user";
    static final String DRIVER = "rowmark.test.sqlserver.driver";
    static final String PASSWORD = "ROWMARK_TEST_SQLSERVER_PASSWORD";

    SqlServerTest() {
        super(given(), null);
    }

    static Target given() {
        Target target = Target.external("sqlserver-given", "sqlserver", System.getProperty(URL));
        if (System.getProperty(DRIVER) != null) {
            target = target.through(List.of(System.getProperty(DRIVER)));
        }
        String user = System.getProperty(USER);
        String password = System.getenv().getOrDefault(PASSWORD, "");
        // a URL may bring its own way to log in
        return user == null ? target : target.as(user, Secret.of(password));
    }

    /** The version of Babelfish for PostgreSQL; empty for SQL Server itself. */
    static Optional<String> babelfish(Endpoint endpoint) throws SQLException {
        return Drivers.ask(endpoint, connection -> new Probe(connection).value(SqlServerRestoreRights.BABELFISH));
    }

    /** The values that Babelfish 4.3.0 stores are pointers into its heap: {@code insert bulk} does not follow them. */
    @Test
    @Override
    public void loads_moments_in_bulk_as_it_loads_them_row_by_row() throws SQLException {
        assumeThat(babelfish(endpoint()))
                .as("Babelfish, which stores addresses in datetime2 when rows are loaded in bulk")
                .isNotEqualTo(Optional.of("4.3.0"));
        super.loads_moments_in_bulk_as_it_loads_them_row_by_row();
    }
}
