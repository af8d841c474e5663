package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Counter;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** What is recognised and refused where a pooler gives the sessions of a server to all its clients. */
class PoolerTest {
    @TempDir
    private static Path directory;

    private static PrivateServer server;
    private static PgBouncer pooler;

    private final Postgresql postgresql = new Postgresql();

    @BeforeAll
    static void start() throws Exception {
        server = PrivateServer.start(DatabaseContract.builtIn("postgresql"), directory);
        Path ofPooler = Files.createDirectory(directory.resolve("pooler"));
        pooler = PgBouncer.start(server.endpoint(), ofPooler);
    }

    @AfterAll
    static void stop() {
        if (pooler != null) {
            pooler.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void a_session_behind_a_pooler_is_shared_and_one_of_the_server_itself_is_not() throws SQLException {
        boolean behindPooler = Drivers.query(pooler.endpoint(), postgresql.driver()::isShared);
        boolean direct = Drivers.query(server.endpoint(), postgresql.driver()::isShared);

        assertThat(behindPooler).isTrue();
        assertThat(direct).isFalse();
    }

    @Test
    void functions_of_a_session_are_no_features_behind_a_pooler() throws SQLException {
        Set<Feature> behindPooler = Drivers.query(pooler.endpoint(), postgresql::features);
        Set<Feature> direct = Drivers.query(server.endpoint(), postgresql::features);

        assertThat(behindPooler)
                .doesNotContain(Feature.PROCEDURAL_BLOCK, Feature.ROW_CURSORS)
                .contains(Feature.UPSERT);
        assertThat(direct).contains(Feature.PROCEDURAL_BLOCK, Feature.ROW_CURSORS);
    }

    @Test
    void refuses_an_isolation_level_that_would_stay_and_leaves_none() throws Exception {
        Target target = target(pooler.endpoint()).withIsolation(Isolation.SERIALIZABLE);

        assertThatThrownBy(() -> CheckedTarget.check(target))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'pooled': isolation: serializable needs a session of its own, and a pooler between"
                        + " gives the sessions of its server to all its clients; give the address of the server"
                        + " itself");
        try (Connection application = Drivers.connect(pooler.endpoint(), ConnectionMode.PLAIN)) {
            assertThat(Sql.text(application, "show transaction_isolation")).hasValue("read committed");
        }
    }

    @Test
    void refuses_names_of_prepared_statements_that_clash_and_leaves_none() throws Exception {
        assertThatThrownBy(() -> CheckedTarget.check(target(pooler.named())))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'pooled': a pooler between gives the sessions of its server to all its clients,"
                        + " where the names of their prepared statements clash; add prepareThreshold=0 to the URL");
        long names =
                Drivers.query(pooler.endpoint(), one -> Sql.number(one, "select count(*) from pg_prepared_statements"));
        assertThat(names).isZero();
    }

    @Test
    void refuses_them_where_another_client_has_taken_the_name() throws Exception {
        try (Connection application = Drivers.connect(pooler.named(), ConnectionMode.SERVER_PREPARED);
                PreparedStatement theirs = application.prepareStatement("select 1")) {
            theirs.executeQuery().close();

            assertThatThrownBy(() -> CheckedTarget.check(target(pooler.named())))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("add prepareThreshold=0 to the URL");
        }
        Drivers.query(pooler.endpoint(), one -> {
            Sql.execute(one, "deallocate all");
            return null;
        });
    }

    @Test
    void a_target_behind_a_pooler_is_ready_without_such_settings() throws Exception {
        assertThat(CheckedTarget.check(target(pooler.endpoint())).obstacle()).isEmpty();
        assertThat(CheckedTarget.check(target(server.endpoint()).withIsolation(Isolation.SERIALIZABLE))
                        .obstacle())
                .isEmpty();
    }

    @Test
    void reading_counters_leaves_nothing_in_a_session_of_others_and_knows_no_waits_there() throws SQLException {
        List<Counter> counters = Drivers.query(pooler.endpoint(), postgresql.monitor()::counters);
        Optional<String> left = Drivers.query(
                pooler.endpoint(),
                application -> Sql.text(
                        application,
                        "select string_agg(name, ', ') from unnest(array['idle', 'read', 'waited']) name"
                                + " where current_setting('rowmark.' || name, true) <> ''"));

        assertThat(left).isEmpty();
        assertThat(counters)
                .extracting(Counter::metric)
                .contains("server.active-time", "data.size")
                .doesNotContain("server.client-wait-time");
    }

    private static Target target(Endpoint endpoint) {
        return Target.external("pooled", "postgresql", endpoint.url())
                .withUser(endpoint.user().orElseThrow(), endpoint.password().orElseThrow());
    }
}
