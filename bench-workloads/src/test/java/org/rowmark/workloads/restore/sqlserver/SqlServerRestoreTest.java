package org.rowmark.workloads.restore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.rowmark.databases.sqlserver.SqlServerTest;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method on the server that the build is given; its backups stay in the server's own directory. */
@EnabledIf(value = SqlServerTest.IS_TESTED, disabledReason = "skipped: " + SqlServerTest.MISSING)
@Tag("slow")
class SqlServerRestoreTest extends RestoreContract {
    SqlServerRestoreTest() {
        super(SqlServerTest.given());
    }

    @Test
    @Override
    protected void has_a_usual_method_that_needs_nothing_more() throws IOException, SQLException {
        assumeThat(SqlServerTest.babelfish(running().endpoint()))
                .as("Babelfish, which has no RESTORE")
                .isEmpty();
        super.has_a_usual_method_that_needs_nothing_more();
    }

    @Test
    void is_not_open_where_nothing_is_restored_from_files() throws IOException, SQLException {
        assumeThat(SqlServerTest.babelfish(running().endpoint()))
                .as("Babelfish, which has no RESTORE")
                .isPresent();

        assertThat(usual().missing(running()))
                .contains("SQL Server itself, and this is Babelfish, which speaks its protocol");
    }

    @Test
    void refuses_to_drop_the_targets_own_database() throws SQLException {
        String own = Drivers.query(
                running().endpoint(), connection -> ServerInfoQueries.value(connection, "select db_name()"));

        assertThatThrownBy(() -> restorer().drop(running(), own))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'sqlserver': its own database is called " + own
                        + ", as Rowmark calls one that it drops; name another one in the url");
    }
}
