package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.Drivers;
import org.rowmark.db.ServerInfo;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** A server whose defaults for tables and queries are others. */
class MySqlDefaultsTest {
    @Test
    void the_engine_of_new_tables_decides_if_a_commit_waits_and_a_limit_of_rows_is_refused(@TempDir Path directory)
            throws Exception {
        Target target = DatabaseContract.builtIn("mariadb").withSettings(Map.of("default_storage_engine", "MyISAM"));
        try (PrivateServer server = PrivateServer.start(target, directory)) {
            server.execute("set global sql_select_limit = 5");
            Endpoint endpoint = server.endpoint();
            ServerInfo facts = Drivers.query(endpoint, server.database().monitor()::info);
            assertThat(facts.durability()).isEqualTo("commit waits for the disk: no (default_storage_engine=MyISAM)");
            assertThat(facts.settings()).containsEntry("default_storage_engine", "MyISAM");

            assertThatThrownBy(() -> CheckedTarget.check(at(endpoint, endpoint.url())))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("target 'theirs': queries return at most 5 rows there (sql_select_limit); add"
                            + " sessionVariables=sql_select_limit=18446744073709551615 to the URL");
            String all = endpoint.url() + "?sessionVariables=sql_select_limit=18446744073709551615";
            assertThat(CheckedTarget.check(at(endpoint, all)).obstacle()).isEmpty();
        }
    }

    private static Target at(Endpoint endpoint, String url) {
        return Target.external("theirs", "mariadb", url + (url.contains("?") ? "&" : "?") + "sslMode=disable")
                .withUser(endpoint.user().orElseThrow(), endpoint.password().orElseThrow());
    }
}
