package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.Placement;
import org.rowmark.db.Rows;
import org.rowmark.db.Server;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.UsageException;
import org.rowmark.db.Workspace;

/** What the embedded databases do beside the contract. */
class EmbeddedTest {
    @TempDir
    Path directory;

    /** The driver from elsewhere is in a class loader of its own, and so are the classes that a vendor's API has. */
    @ParameterizedTest
    @CsvSource({
        "h2, org.h2.Driver",
        "h2-tcp, org.h2.Driver",
        "hsqldb, org.hsqldb.jdbc.JDBCDriver",
        "derby, org.apache.derby.iapi.jdbc.AutoloadedDriver org.apache.derby.shared.common.error.StandardException"
                + " org.apache.derby.jdbc.EmbeddedDriver",
        "sqlite, org.sqlite.JDBC",
        "duckdb, org.duckdb.DuckDBDriver"
    })
    void loads_rows_with_a_driver_from_elsewhere(String name, String classes) throws Exception {
        Target target = DatabaseContract.builtIn(name).through(jarsOf(classes));
        Database database = Databases.named(target.database());
        try (Server server = database.start(target, workspace())) {
            long loaded = Drivers.ask(server.endpoint(), connection -> {
                assertThat(connection.getClass().getClassLoader())
                        .isNotEqualTo(getClass().getClassLoader());
                assertThat(database.features(connection).contains(Feature.BULK_LOAD))
                        .isEqualTo(database.features().contains(Feature.BULK_LOAD));
                Contract.execute(
                        connection, database.dialect().createTable("loaded", "id bigint not null primary key"));
                database.load(connection, new Rows("loaded", List.of("id"), 2_345, key -> new Object[] {key}));
                return Contract.number(connection, "select count(*) from loaded");
            });
            assertThat(loaded).isEqualTo(2_345);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "h2, jdbc:h2:file:",
        "hsqldb, jdbc:hsqldb:file:",
        "derby, jdbc:derby:",
        "sqlite, jdbc:sqlite:",
        "duckdb, jdbc:duckdb:"
    })
    void says_in_one_line_which_file_cannot_be_opened(String database, String url) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        String below = url + file.resolve("database");
        Target target = Target.builtIn("x", database, ServerKind.EMBEDDED).at(below);

        assertThatThrownBy(() -> Databases.named(database).start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'x': ")
                .hasMessageEndingWith(" (" + below + ")")
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "hsqldb", "derby", "sqlite", "duckdb"})
    void refuses_kinds_of_servers_that_there_are_not(String database) {
        for (ServerKind kind : List.of(ServerKind.ARTIFACT, ServerKind.CONTAINER)) {
            assertThatThrownBy(() -> Databases.named(database).start(Target.builtIn("x", database, kind), workspace()))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(
                            "target 'x': " + database + " has no " + kind.word() + " server; use embedded");
        }
    }

    @Test
    void refuses_a_home_for_H2_and_says_what_names_another_version() {
        Target target = DatabaseContract.builtIn("h2-tcp").from("/opt/h2");

        assertThatThrownBy(() -> new H2().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'h2-tcp': home: is not for h2, which is not installed: its server runs from the"
                        + " driver; another version of both is named by driver:");
    }

    @Test
    void refuses_a_socket_for_H2() {
        Target target = DatabaseContract.builtIn("h2-tcp").over(Placement.SOCKET);

        assertThatThrownBy(() -> new H2().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'h2-tcp': placement: socket is not for h2, whose server listens on TCP only");
    }

    @Test
    void holds_no_more_parameters_in_a_statement_than_the_engine() {
        Dialect h2 = new H2().dialect();
        Dialect derby = new Derby().dialect();

        assertThat(h2.maxRowsPerInsert(100)).isEqualTo(1_000);
        assertThat(h2.maxRowsPerInsert(200)).isEqualTo(500);
        assertThat(derby.maxRowsPerInsert(50)).isEqualTo(1_000);
        assertThat(derby.maxRowsPerInsert(100)).isEqualTo(500);
        assertThat(new Sqlite().dialect().maxRowsPerInsert(4)).isEqualTo(8_191);
    }

    @Test
    void widens_Derbys_char_only_where_it_must() {
        Dialect derby = new Derby().dialect();

        assertThat(derby.fixedTextType(254)).isEqualTo("char(254)");
        assertThat(derby.fixedTextType(255)).isEqualTo("varchar(255)");
    }

    private Workspace workspace() {
        return new Workspace(directory, directory.resolve("log"));
    }

    private static List<String> jarsOf(String classes) {
        return Stream.of(classes.split(" ")).map(EmbeddedTest::jarOf).distinct().toList();
    }

    private static String jarOf(String name) {
        try {
            return Path.of(Class.forName(name)
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (ClassNotFoundException | java.net.URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
