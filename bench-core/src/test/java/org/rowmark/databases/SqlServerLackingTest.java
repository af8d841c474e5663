package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.tds.TdsServer;
import org.rowmark.databases.tds.TdsServer.Lack;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.Rows;
import org.rowmark.db.Secret;
import org.rowmark.db.Target;
import org.rowmark.db.UsageException;
import org.rowmark.db.Workspace;
import org.rowmark.run.ReadyTarget;
import org.rowmark.state.DataSet;
import org.rowmark.state.Table;
import org.rowmark.state.Tables;

/** Endpoints that lack even more: each lack costs its feature and nothing else. */
class SqlServerLackingTest {
    private static final Workspace NOWHERE = new Workspace(Path.of("nowhere"), Path.of("nowhere.log"));
    private static final Set<Feature> ALL = EnumSet.of(
            Feature.MULTI_ROW_INSERT,
            Feature.IDENTITY,
            Feature.UPSERT,
            Feature.MICROSECONDS,
            Feature.FETCH_SIZE,
            Feature.BULK_LOAD,
            Feature.SETTINGS_BY_SQL);

    @Test
    void a_server_without_temporary_tables_is_tried_on_a_table_that_vanishes() throws SQLException {
        try (TdsServer server = TdsServer.start(Lack.TEMPORARY_TABLES)) {
            assertThat(features(server)).isEqualTo(ALL);
            assertThatThrownBy(() -> Drivers.ask(
                            endpoint(server), connection -> Facts.value(connection, "select a from rowmark_probe")))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void a_server_without_cursors_has_no_fetch_size() {
        try (TdsServer server = TdsServer.start(Lack.CURSORS)) {
            assertThat(features(server)).isEqualTo(without(Feature.FETCH_SIZE));
        }
    }

    @Test
    void a_server_that_hangs_up_when_asked_for_a_cursor_is_asked_no_more_and_can_be_used() {
        try (TdsServer server = TdsServer.start(Lack.CURSORS_RUDELY)) {
            ReadyTarget ready = ReadyTarget.check(SqlServerOverTdsTest.at(server.url()), NOWHERE);

            assertThat(ready.features()).isEqualTo(without(Feature.FETCH_SIZE, Feature.BULK_LOAD));
            assertThat(ready.facts().version()).isEqualTo("Microsoft SQL Server 11.00.2100");
        }
    }

    @Test
    void a_server_without_bulk_copy_is_loaded_in_batches() throws SQLException {
        try (TdsServer server = TdsServer.start(Lack.BULK_COPY)) {
            assertThat(features(server)).isEqualTo(without(Feature.BULK_LOAD));
            long loaded = Drivers.ask(endpoint(server), connection -> {
                TestTable.execute(connection, "create table loaded (id bigint not null primary key)");
                new SqlServer().load(connection, new Rows("loaded", List.of("id"), 2_500, key -> new Object[] {key}));
                return ProbeTable.number(connection, "select count(*) from loaded");
            });
            assertThat(loaded).isEqualTo(2_500);
        }
    }

    @Test
    void rows_that_cannot_be_loaded_are_an_error_and_not_a_lack() {
        try (TdsServer server = TdsServer.start()) {
            assertThatThrownBy(() -> Drivers.ask(endpoint(server), connection -> {
                        TestTable.execute(connection, "create table unique_only (id bigint not null primary key)");
                        new SqlServer()
                                .load(connection, new Rows("unique_only", List.of("id"), 2, key -> new Object[] {7L}));
                        return null;
                    }))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("primary key");
        }
    }

    @Test
    void a_server_without_truncate_is_emptied_all_the_same() throws SQLException {
        try (TdsServer server = TdsServer.start(Lack.TRUNCATE)) {
            Table table = new Table("rowmark_emptied", List.of("id"), List.of("bigint"));
            long rows = Drivers.ask(endpoint(server), connection -> {
                Tables tables = new Tables(connection, new SqlServer());
                tables.load(new DataSet(table, 3, "first", key -> new Object[] {key}));
                tables.load(new DataSet(table, 2, "second", key -> new Object[] {key}));
                return ProbeTable.number(connection, "select count(*) from rowmark_emptied");
            });
            assertThat(rows).isEqualTo(2);
        }
    }

    @Test
    void a_server_without_a_catalogue_tells_nothing_of_itself_and_can_be_used() {
        try (TdsServer server = TdsServer.start(Lack.CATALOGUE)) {
            ReadyTarget ready = ReadyTarget.check(SqlServerOverTdsTest.at(server.url()), NOWHERE);

            assertThat(ready.features()).isEqualTo(without(Feature.SETTINGS_BY_SQL));
            assertThat(ready.facts().serverSettings()).isEmpty();
            assertThat(ready.facts().durability()).startsWith("commit waits for the disk: unknown (");
        }
    }

    @Test
    void a_server_without_tls_is_an_error_of_one_line_that_says_what_to_do() {
        try (TdsServer server = TdsServer.start()) {
            Target target = SqlServerOverTdsTest.at(server.urlWithTls());

            assertThatThrownBy(() -> ReadyTarget.check(target, NOWHERE))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("target 'tds' cannot be used: no TLS connection: ")
                    .hasMessageContaining("; the driver wants TLS unless told otherwise: add to the url ;encrypt=false")
                    .hasMessageNotContaining("\n")
                    .hasMessageNotContaining("ClientConnectionId");
        }
    }

    @Test
    void a_certificate_that_is_not_trusted_is_told_with_what_to_do() {
        SQLException failure = new SQLException(
                "\"encrypt\" property is set to \"true\" …",
                "08S01",
                new SSLHandshakeException("PKIX path building failed"));

        assertThat(new SqlServer().explain(failure))
                .hasValueSatisfying(line -> assertThat(line)
                        .startsWith("no TLS connection: PKIX path building failed; ")
                        .contains(";trustServerCertificate=true"));
    }

    @Test
    void a_refused_login_is_told_as_the_server_says_it() {
        try (TdsServer server = TdsServer.start()) {
            Target target = SqlServerOverTdsTest.at(server.url()).as(TdsServer.USER, Secret.of("not-the-password"));

            assertThatThrownBy(() -> ReadyTarget.check(target, NOWHERE))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("target 'tds' cannot be used: Login failed for user 'sa'. (" + server.url() + ")");
        }
    }

    private static Set<Feature> without(Feature first, Feature... more) {
        return EnumSet.complementOf(EnumSet.of(first, more)).stream()
                .filter(ALL::contains)
                .collect(Collectors.toSet());
    }

    private static Set<Feature> features(TdsServer server) {
        try {
            return Drivers.ask(endpoint(server), new SqlServer()::features);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Endpoint endpoint(TdsServer server) {
        return Endpoint.of(SqlServerOverTdsTest.at(server.url()), server.url());
    }
}
