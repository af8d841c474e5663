package org.rowmark.databases;

import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
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
}
