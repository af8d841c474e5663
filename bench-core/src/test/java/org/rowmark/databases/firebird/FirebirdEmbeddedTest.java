package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;
import oshi.SystemInfo;

/** The engine in this JVM. */
class FirebirdEmbeddedTest extends DatabaseContract {
    FirebirdEmbeddedTest() {
        super("firebird-embedded", new Tried("page_size", "4096", "yes (forced writes on)"));
    }

    @Test
    void reports_that_there_is_no_network_and_no_fetch_size() throws SQLException {
        ServerInfo facts = Drivers.query(endpoint(), database().monitor()::info);

        assertThat(facts.settings()).containsEntry("NETWORK_PROTOCOL", "none (embedded)");
        assertThat(features()).doesNotContain(Feature.FETCH_SIZE).contains(Feature.COUNTERS);
    }

    @Test
    void several_databases_in_one_process_have_settings_of_their_own() throws Exception {
        for (String pages : List.of("300", "400", "300")) {
            Target target = target().withSettings(Map.of("DefaultDbCachePages", pages));
            try (Server server = database().launcher().start(target, workspace("pages-" + pages))) {
                assertThat(Drivers.query(server.endpoint(), database().monitor()::info)
                                .settings())
                        .containsEntry("page_buffers", pages);
            }
        }
    }

    @Test
    void does_not_get_in_the_way_of_the_hardware_facts() throws SQLException {
        assertThat(new SystemInfo().getHardware().getMemory().getTotal()).isPositive();
        Drivers.query(endpoint(), database().monitor()::info);
        assertThat(new SystemInfo().getOperatingSystem().getProcessId())
                .isEqualTo((int) ProcessHandle.current().pid());
    }

    /** With its defaults, Firebird's library quietly becomes a client of that server. */
    @Test
    void does_not_measure_a_server_that_holds_the_file() throws Exception {
        Workspace workspace = workspace("held");
        try (Server server = RequiredServers.start(builtIn("firebird"), workspace);
                Connection holding = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            URI address = URI.create(server.endpoint().url().replaceFirst("^.*//", "//"));
            Target sameFile = Target.builtIn("ours", "firebird", ServerKind.EMBEDDED)
                    .withUrl("jdbc:firebird:embedded:" + workspace.data().resolve("data/rowmark.fdb"))
                    .withUser(
                            server.endpoint().user().orElseThrow(),
                            server.endpoint().password().orElseThrow())
                    .withSettings(Map.of("RemoteServicePort", Integer.toString(address.getPort())));

            assertThat(holding.isValid(1)).isTrue();
            assertThatThrownBy(() -> database().launcher().start(sameFile, workspace("other")))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("target 'ours': ")
                    .hasMessageContaining("already opened with engine instance, incompatible with current");
        }
    }
}
