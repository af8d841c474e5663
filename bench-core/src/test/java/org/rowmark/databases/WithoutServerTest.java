package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.derby.Derby;
import org.rowmark.databases.duckdb.DuckDb;
import org.rowmark.databases.firebird.Firebird;
import org.rowmark.databases.mysql.MySql;
import org.rowmark.databases.postgresql.Postgresql;
import org.rowmark.databases.sqlserver.SqlServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.run.FaultyDatabase;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** What can be known of all databases without a server. */
class WithoutServerTest {
    private static final Workspace NOWHERE = new Workspace(Path.of("nowhere"), Path.of("nowhere.log"));

    @Test
    void every_database_has_one_id_and_targets_of_its_own() {
        List<Database> all = Databases.all().stream()
                .filter(database -> !(database instanceof FaultyDatabase))
                .toList();

        assertThat(all)
                .extracting(Database::id)
                .containsExactly(
                        "derby",
                        "duckdb",
                        "firebird",
                        "generic",
                        "h2",
                        "hsqldb",
                        "interbase",
                        "mariadb",
                        "mysql",
                        "postgresql",
                        "sqlite",
                        "sqlserver");
        assertThat(all)
                .allSatisfy(database -> assertThat(database.targets())
                        .allMatch(target -> target.database().equals(database.id())));
        assertThat(all.stream().flatMap(database -> database.targets().stream()).map(Target::name))
                .doesNotHaveDuplicates();
    }

    @Test
    void an_external_H2_must_not_answer_from_its_last_result() {
        Target target = external("h2", "jdbc:h2:tcp://db1/bench", Map.of());

        assertThatThrownBy(() -> Databases.named("h2").launcher().start(target, NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("add ;OPTIMIZE_REUSE_RESULTS=0");
    }

    @ParameterizedTest
    @CsvSource({
        "mysql, jdbc:mysql://db1:3306/bench",
        "mariadb, jdbc:mysql://db1:3306/bench",
        "postgresql, jdbc:postgresql://db1/bench",
        "firebird, jdbc:firebirdsql://db1/bench",
        "sqlserver, jdbc:sqlserver://db1;databaseName=bench",
        "h2, jdbc:h2:tcp://db1/bench;OPTIMIZE_REUSE_RESULTS=0",
        "hsqldb, jdbc:hsqldb:hsql://db1/bench"
    })
    void an_external_server_is_reached_by_its_url_as_it_is(String database, String url) throws Exception {
        try (Server server = Databases.named(database).launcher().start(external(database, url, Map.of()), NOWHERE)) {
            assertThat(server.endpoint().url()).isEqualTo(url);
            assertThat(server.endpoint().user()).contains("bench");
            assertThat(server.endpoint().properties()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "h2, jdbc:h2:~/bench",
        "h2, jdbc:h2:mem:bench",
        "hsqldb, jdbc:hsqldb:file:bench",
        "derby, jdbc:derby:bench;create=true"
    })
    void a_url_without_a_server_is_no_external_one(String database, String url) {
        Target target = external(database, url, Map.of());

        assertThatThrownBy(() -> Databases.named(database).launcher().start(target, NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': url: opens the database in the measuring JVM; write server: embedded"
                        + " beside it");
    }

    @Test
    void an_external_server_without_settings_by_sql_takes_none() {
        Target target = external("derby", "jdbc:derby://db1/bench", Map.of("work_mem", "8MB"));

        assertThatThrownBy(() -> new Derby().launcher().start(target, NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': settings: (work_mem) cannot be changed by SQL on derby;"
                        + " set them at the external server or in its url:");
    }

    @ParameterizedTest
    @CsvSource({"mysql, EMBEDDED", "sqlserver, LOCAL", "sqlite, LOCAL", "derby, LOCAL", "postgresql, EMBEDDED"})
    void a_kind_of_server_that_the_product_has_not_is_refused(String database, ServerKind kind) {
        Target target = Target.builtIn("ours", database, kind);

        assertThatThrownBy(() -> Databases.named(database).launcher().start(target, NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'ours': " + database + " has no " + kind.id() + " server; use ");
    }

    @Test
    void plain_connections_have_no_properties_of_a_mode() {
        assertThat(Databases.all())
                .allSatisfy(database -> assertThat(database.driver().properties(ConnectionMode.PLAIN))
                        .isEmpty());
    }

    @Test
    void rewritten_batches_are_text_also_where_statements_are_prepared_on_the_server() {
        Endpoint preparing = Drivers.preparingOnServer(endpoint("mysql", "jdbc:mysql://h/d", Map.of()));

        assertThat(Drivers.propertiesOf(preparing, ConnectionMode.BATCH_REWRITE))
                .containsEntry("useServerPrepStmts", "false");
        assertThat(Drivers.propertiesOf(preparing, ConnectionMode.CURSOR_FETCH))
                .containsEntry("useServerPrepStmts", "true")
                .containsEntry("useCursorFetch", "true");
    }

    @Test
    void what_a_target_sets_itself_stays_where_statements_are_prepared_on_the_server() {
        String url = "jdbc:postgresql://h/d";

        assertThat(Drivers.preparingOnServer(endpoint("postgresql", url + "?prepareThreshold=0", Map.of()))
                        .properties())
                .isEmpty();
        assertThat(Drivers.preparingOnServer(endpoint("postgresql", url, Map.of("prepareThreshold", "3", "a", "b")))
                        .properties())
                .isEqualTo(Map.of("prepareThreshold", "3", "a", "b"));
        assertThat(Drivers.preparingOnServer(endpoint("h2", "jdbc:h2:mem:x", Map.of("a", "b")))
                        .properties())
                .isEqualTo(Map.of("a", "b"));
    }

    private static Endpoint endpoint(String database, String url, Map<String, String> properties) {
        return new Endpoint(database, url, Optional.empty(), Optional.empty(), List.of(), properties);
    }

    @Test
    void transactions_may_be_repeated_after_conflicts_with_others_and_nothing_else() {
        assertThat(Databases.all())
                .allSatisfy(database -> assertThat(
                                database.driver().mayRepeat(new SQLException("no such table", "42P01", 1)))
                        .isFalse());
        assertThat(Stream.of(new Postgresql(), new MySql(), new SqlServer(), new Firebird()))
                .allSatisfy(
                        database -> assertThat(database.driver().mayRepeat(new SQLException("deadlock", "40001", 1)))
                                .isTrue());
        assertThat(new MySql()
                        .driver()
                        .mayRepeat(new SQLException("Record has changed since last read", "HY000", 1020)))
                .isTrue();
        assertThat(new DuckDb().driver().mayRepeat(new SQLException("TransactionContext Error: Conflict on update!")))
                .isTrue();
    }

    private static Target external(String database, String url, Map<String, String> settings) {
        return Target.external("ours", database, url)
                .withUser("bench", Secret.of("not-a-word"))
                .withSettings(settings);
    }
}
