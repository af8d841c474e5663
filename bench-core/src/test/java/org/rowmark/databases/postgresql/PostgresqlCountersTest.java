package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.ClientWaits;
import org.rowmark.databases.Contract;
import org.rowmark.databases.CounterReading;
import org.rowmark.databases.PrivateServer;
import org.rowmark.databases.SharedServers;
import org.rowmark.databases.WrittenRows;
import org.rowmark.db.ConnectionMode;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** What is reported depends on what is switched on and on the user. */
class PostgresqlCountersTest {
    private static final Set<String> WRITE_TIMES = Set.of("log.write-time", "log.sync-time");

    @RegisterExtension
    static final SharedServers SHARED = new SharedServers();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "postgresql-18"})
    void times_are_reported_when_they_are_taken(String target) throws Exception {
        Map<String, String> timing = Map.of("track_io_timing", "on", "track_wal_io_timing", "on");
        try (PrivateServer server = PrivateServer.start(target, timing, directory)) {
            new WrittenRows(server, "timed").insert();

            CounterReading.await(
                    server::reading,
                    now -> WRITE_TIMES.stream().allMatch(time -> now.values().getOrDefault(time, 0.0) > 0)
                            && now.values().containsKey("data.read-time"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "postgresql-18"})
    void an_ordinary_user_learns_all_but_the_sizes_of_directories(String target) throws Exception {
        PrivateServer server = SHARED.get(target, Map.of());
        server.execute("create role ordinary login password 'own'");

        Set<String> ofSuperuser = server.reading().values().keySet();
        Set<String> ofOrdinary = server.readingAs("ordinary", "own").values().keySet();

        assertThat(ofSuperuser).contains("log.size", "temp.size").noneMatch(name -> name.startsWith("data.read-t"));
        assertThat(ofOrdinary).doesNotContain("log.size", "temp.size");
        assertThat(ofSuperuser).containsAll(ofOrdinary).hasSize(ofOrdinary.size() + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "postgresql-18"})
    void what_a_session_did_is_known_when_it_has_been_made_to_tell(String target) throws Exception {
        PrivateServer server = SHARED.get(target, Map.of());
        server.on(ConnectionMode.PLAIN, connection -> {
            double before = committed(server);
            for (int i = 0; i < 100; i++) {
                Contract.execute(connection, "select 1");
            }
            server.database().monitor().flush(connection);

            assertThat(committed(server) - before).isGreaterThanOrEqualTo(100);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "postgresql-18"})
    void what_a_checkpoint_wrote_is_known_then(String target) throws Exception {
        PrivateServer server = SHARED.get(target, Map.of());
        server.on(ConnectionMode.PLAIN, connection -> {
            for (int i = 0; i < 3; i++) {
                double before = server.reading().values().get("data.bytes-written");
                WrittenRows rows = new WrittenRows(server, "written_" + i);
                rows.insert();
                server.database().monitor().flush(connection);

                assertThat(server.reading().values().get("data.bytes-written") - before)
                        .isGreaterThanOrEqualTo(WrittenRows.BYTES);
                rows.drop();
            }
        });
    }

    private static double committed(PrivateServer server) throws SQLException {
        return server.reading().values().get("server.transactions-committed");
    }

    /** The position in the log is exact, whatever the sessions have not reported yet. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "postgresql-18"})
    void the_log_that_is_generated_is_known_at_once(String target) throws Exception {
        PrivateServer server = SHARED.get(target, Map.of());
        double before = server.reading().values().get("log.bytes-generated");
        new WrittenRows(server, "logged").insert();

        assertThat(server.reading().values().get("log.bytes-generated") - before)
                .isGreaterThanOrEqualTo(WrittenRows.BYTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "postgresql-18"})
    void the_time_in_which_a_session_waits_for_its_client_is_known_without_that_of_the_reading_one(String target)
            throws Exception {
        PrivateServer server = SHARED.get(target, Map.of());
        ClientWaits.assertCountedWithoutReader(server, Duration.ofSeconds(2));
    }

    /** Versions 16 and 17 as they were seen: a kind of process has null for what it never does. */
    @Test
    void what_the_checkpointer_writes_is_among_the_bytes() throws Exception {
        PrivateServer server = SHARED.get("postgresql", Map.of());
        server.on(ConnectionMode.PLAIN, connection -> {
            Contract.execute(connection, """
                    create temporary table pg_stat_io as
                    select 'relation' as object, 0 as reads, 3 as writes, 2 as extends, 8192 as op_bytes,
                      0 as fsyncs, 0.0 as read_time, 0.0 as write_time, 0.0 as extend_time, 0.0 as fsync_time
                    union all select 'relation', null, 70, null, 8192, 0, 0.0, 0.0, 0.0, 0.0""");

            Map<String, Double> values = CounterReading.of(PostgresqlCounters.of(connection, 160_000, false))
                    .values();

            assertThat(values).containsEntry("data.writes", 75.0).containsEntry("data.bytes-written", 75.0 * 8192);
        });
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"16", "17"})
    void before_version_18_all_writes_are_of_a_page_each(String version) throws Exception {
        try (PrivateServer server = PrivateServer.start(ofVersion(version), directory)) {
            new WrittenRows(server, "paged").insert();

            CounterReading.await(server::reading, now -> {
                double bytes = now.values().get("data.bytes-written");
                return bytes >= WrittenRows.BYTES && bytes == now.values().get("data.writes") * 8192;
            });
        }
    }

    private static Target ofVersion(String version) {
        return Target.builtIn("postgresql-" + version, "postgresql", ServerKind.ARTIFACT)
                .withSource(version);
    }
}
