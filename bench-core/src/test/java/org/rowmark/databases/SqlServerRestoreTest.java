package org.rowmark.databases;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Every way to restore on the server that the build is given; its backups stay in the server's own directory. */
@EnabledIfSystemProperty(
        named = SqlServerTest.URL,
        matches = ".+",
        disabledReason = "skipped: give -D" + SqlServerTest.URL + "=jdbc:sqlserver://host:1433;databaseName=… -D"
                + SqlServerTest.USER + "=… and the environment variable " + SqlServerTest.PASSWORD)
class SqlServerRestoreTest extends RestoreContract {
    SqlServerRestoreTest() {
        super(SqlServerTest.given());
    }

    @Test
    @Override
    void has_a_usual_way_that_needs_nothing_more() throws SQLException {
        assumeThat(SqlServerTest.babelfish(site().endpoint()))
                .as("Babelfish, which has no RESTORE")
                .isEmpty();
        super.has_a_usual_way_that_needs_nothing_more();
    }
}
