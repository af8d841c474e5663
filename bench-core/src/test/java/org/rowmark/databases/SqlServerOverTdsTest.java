package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.tds.TdsServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.Secret;
import org.rowmark.db.Target;

/**
 * The contract through Microsoft's driver, kept by an endpoint that understands some T-SQL and has nothing else of SQL
 * Server: no loops, no geometry, no counters, no @@version, and little in sys.
 */
class SqlServerOverTdsTest extends DatabaseContract {
    private static final TdsServer SERVER = TdsServer.start();

    SqlServerOverTdsTest() {
        super(at(SERVER.url()), new Tried("delayed_durability", "FORCED", "no (delayed_durability=FORCED)"));
    }

    static Target at(String url) {
        return Target.external("tds", "sqlserver", url).as(TdsServer.USER, Secret.of(TdsServer.PASSWORD));
    }

    @AfterAll
    static void stopServer() {
        SERVER.close();
    }

    @Test
    void finds_out_what_the_server_can_do() {
        assertThat(features())
                .isEqualTo(EnumSet.of(
                        Feature.MULTI_ROW_INSERT,
                        Feature.IDENTITY,
                        Feature.UPSERT,
                        Feature.MICROSECONDS,
                        Feature.FETCH_SIZE,
                        Feature.BULK_LOAD,
                        Feature.SETTINGS_BY_SQL));
    }

    @Test
    void tells_the_version_that_the_driver_knows() throws SQLException {
        assertThat(Drivers.ask(endpoint(), database()::facts).version()).isEqualTo("Microsoft SQL Server 11.00.2100");
    }

    @Test
    void counts_one_row_for_an_upsert_of_either_kind() throws SQLException {
        onTable("counted_once", "k bigint not null primary key, a integer", connection -> {
            String sql = dialect()
                    .upsert("counted_once", List.of("k"), List.of("k", "a"), List.of("bigint", "integer"))
                    .sql();
            try (PreparedStatement upsert = connection.prepareStatement(sql)) {
                for (int a = 1; a <= 3; a++) {
                    upsert.setInt(1, a);
                    upsert.setLong(2, 7);
                    upsert.setLong(3, 7);
                    upsert.setInt(4, a);
                    upsert.addBatch();
                }
                assertThat(upsert.executeBatch()).containsExactly(1, 1, 1);
            }
        });
    }

    @Test
    void refuses_a_wrong_password_in_the_servers_words() {
        Target wrong = target().as(TdsServer.USER, Secret.of("not-the-password"));

        assertThatThrownBy(() -> Drivers.connect(Endpoint.of(wrong, SERVER.url()), ConnectionMode.PLAIN))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("Login failed for user 'sa'.");
    }
}
