package org.rowmark.databases.generic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.h2.H2;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.Server;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** The contract, kept by a server of which nothing is known but its URL; H2 plays it. */
class GenericTest extends DatabaseContract {
    private static final Workspace NOWHERE = new Workspace(Path.of("nowhere"), Path.of("nowhere.log"));

    private static Server played;

    GenericTest(@TempDir Path directory) {
        super(play(directory), null);
    }

    private static Target play(Path directory) {
        try {
            Path data = Files.createDirectory(directory.resolve("played"));
            played = new H2().launcher().start(builtIn("h2-tcp"), new Workspace(data, directory.resolve("played.log")));
            return Target.external("any", "generic", played.endpoint().url())
                    .withUser("sa", played.endpoint().password().orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    void stopPlaying() {
        played.close();
    }

    @Test
    void finds_out_what_the_server_can_do() {
        assertThat(features())
                .isEqualTo(
                        EnumSet.of(Feature.MULTI_ROW_INSERT, Feature.IDENTITY, Feature.UPSERT, Feature.MICROSECONDS));
    }

    @Test
    void reports_what_jdbc_reports() throws SQLException {
        assertThat(Drivers.query(endpoint(), database().monitor()::info).settings())
                .containsEntry("transaction isolation", "read committed")
                .containsEntry("schema", "PUBLIC");
    }

    @Test
    void what_a_server_lacks_is_absent() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            assertThat(new Generic().features(connection)).containsExactly(Feature.MULTI_ROW_INSERT);
            assertThat(new Generic().monitor().info(connection).version()).startsWith("SQLite 3.");
            assertThat(new Generic().monitor().info(connection).durability())
                    .startsWith("commit waits for the disk: unknown (");
        }
    }

    @Test
    void drops_the_table_whether_its_trial_passes_fails_or_throws() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            TolerantQueries queries = new TolerantQueries(connection);
            Generic.FeatureProbe table = new Generic.FeatureProbe(queries, new Generic().dialect());

            assertThat(table.passes("a integer", any -> true)).isTrue();
            assertThat(table.passes("a integer", any -> false)).isFalse();
            assertThat(table.passes("a integer", any -> {
                        throw new SQLException("refused");
                    }))
                    .isFalse();
            assertThat(table.passes("a no_such_type", any -> true)).isFalse();
            assertThatCode(() -> new Generic.FeatureProbe(queries, new Generic().dialect()))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void refuses_to_try_on_a_table_that_is_there() throws SQLException {
        onTable(
                Generic.FeatureProbe.NAME,
                "theirs integer",
                connection -> assertThatThrownBy(() -> new Generic().features(connection))
                        .isInstanceOf(UsageException.class)
                        .hasMessageStartingWith("table rowmark_probe exists; "));
    }

    @Test
    void is_embedded_where_its_url_is() throws Exception {
        Target embedded = Target.builtIn("ours", "generic", ServerKind.EMBEDDED).withUrl("jdbc:hsqldb:mem:generic");

        try (Server server = new Generic().launcher().start(embedded, NOWHERE)) {
            assertThat(Drivers.query(server.endpoint(), new Generic().monitor()::info)
                            .version())
                    .startsWith("HSQL Database Engine 2.");
        }
    }

    @Test
    void is_nowhere_without_a_url() {
        Target nowhere = Target.builtIn("ours", "generic", ServerKind.EMBEDDED);

        assertThatThrownBy(() -> new Generic().launcher().start(nowhere, NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': an embedded generic database needs url:");
    }
}
