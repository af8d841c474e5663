package org.rowmark.databases;

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
}
