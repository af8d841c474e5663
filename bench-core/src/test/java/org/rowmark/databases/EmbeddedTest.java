package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.derby.Derby;
import org.rowmark.databases.h2.H2;
import org.rowmark.databases.sqlite.Sqlite;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;
import org.rowmark.db.Server;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** What the embedded databases do beside the contract. */
class EmbeddedTest {
    @TempDir
    Path directory;

    @Test
    void a_checkpoint_of_sqlite_empties_its_log() throws Exception {
        Target target = DatabaseContract.builtIn("sqlite").withSettings(Map.of("journal_mode", "wal"));
        try (Server server = Databases.named("sqlite").launcher().start(target, workspace());
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN);
                Connection own = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            Path log = workspace().data().resolve("rowmark.db-wal");
            Contract.execute(connection, "create table t (id integer)");
            assertThat(log).isNotEmptyFile();

            for (String sql : Databases.named("sqlite").dialect().checkpoint("t")) {
                Contract.execute(own, sql);
            }
            assertThat(log).isEmptyFile();
        }
    }

    /** The driver from elsewhere is in a class loader of its own, and so are the classes that a vendor's API has. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "h2-tcp, org.h2.Driver",
        "hsqldb, org.hsqldb.jdbc.JDBCDriver",
        "derby, org.apache.derby.iapi.jdbc.AutoloadedDriver org.apache.derby.shared.common.error.StandardException"
                + " org.apache.derby.jdbc.EmbeddedDriver",
        "duckdb, org.duckdb.DuckDBDriver"
    })
    void loads_rows_with_another_driver_from_elsewhere(String name, String classes) throws Exception {
        loads_rows_with_a_driver_from_elsewhere(name, classes);
    }

    @ParameterizedTest
    @CsvSource({"h2, org.h2.Driver", "sqlite, org.sqlite.JDBC"})
    void loads_rows_with_a_driver_from_elsewhere(String name, String classes) throws Exception {
        Target target = DatabaseContract.builtIn(name).withDriver(jarsOf(classes));
        Database database = Databases.named(target.database());
        try (Server server = database.launcher().start(target, workspace())) {
            long loaded = Drivers.query(server.endpoint(), connection -> {
                assertThat(connection.getClass().getClassLoader())
                        .isNotEqualTo(getClass().getClassLoader());
                assertThat(database.features(connection).contains(Feature.BULK_LOAD))
                        .isEqualTo(database.features().contains(Feature.BULK_LOAD));
                Contract.execute(
                        connection, database.dialect().createTable("loaded", "id bigint not null primary key"));
                database.loader()
                        .load(connection, new RowSource("loaded", List.of("id"), 2_345, key -> new Object[] {key}));
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
    void names_in_one_line_the_file_that_cannot_be_opened(String database, String url) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        String below = url + file.resolve("database");
        Target target = Target.builtIn("x", database, ServerKind.EMBEDDED).withUrl(below);

        assertThatThrownBy(() -> Databases.named(database).launcher().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'x': ")
                .hasMessageEndingWith(" (" + below + ")")
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "hsqldb", "derby", "sqlite", "duckdb"})
    void upserts_values_of_every_type_and_null(String name) throws Exception {
        Database database = Databases.named(name);
        Dialect dialect = database.dialect();
        List<String> columns = List.of("c", "u", "k", "ts", "n", "l");
        List<String> types = List.of(
                dialect.fixedTextType(8_000),
                Contract.unicodeTextType(database, 2_000),
                dialect.bigintType(),
                dialect.timestampType(),
                dialect.integerType(),
                dialect.textType(10));
        String definitions = "c " + types.get(0) + ", u " + types.get(1) + ", k " + types.get(2) + " not null, ts "
                + types.get(3) + ", n " + types.get(4) + " not null, l " + types.get(5) + ", primary key (n, k)";
        Timestamp moment = Timestamp.valueOf("2026-02-03 04:05:06.123");
        Object[] full = {"f".repeat(8_000), DialectContract.UNICODE, Long.MIN_VALUE, moment, 7, ""};
        Object[] sparse = {null, null, Long.MIN_VALUE, null, 7, null};
        Object[] other = {null, "", Long.MIN_VALUE, moment, 8, "x"};
        try (Server server = database.launcher().start(DatabaseContract.builtIn(name), workspace())) {
            Drivers.query(server.endpoint(), connection -> {
                Contract.execute(connection, dialect.createTable("typed", definitions));
                ParameterizedSql upsert = dialect.upsert("typed", List.of("n", "k"), columns, types);
                for (Object[] row : List.of(sparse, other, full)) {
                    upsert(connection, upsert, row);
                }
                assertThat(rows(connection, "typed", columns)).containsExactly(List.of(full), Arrays.asList(other));
                upsert(connection, upsert, sparse);
                assertThat(rows(connection, "typed", columns))
                        .containsExactly(Arrays.asList(sparse), Arrays.asList(other));
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "hsqldb", "derby", "sqlite", "duckdb"})
    void refuses_kinds_of_servers_that_there_are_not(String database) {
        for (ServerKind kind : List.of(ServerKind.ARTIFACT, ServerKind.CONTAINER)) {
            assertThatThrownBy(() -> Databases.named(database)
                            .launcher()
                            .start(Target.builtIn("x", database, kind), workspace()))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(
                            "target 'x': " + database + " has no " + kind.id() + " server; use embedded");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "h2, jdbc:h2:mem:kept;DB_CLOSE_DELAY=-1,",
        "hsqldb, jdbc:hsqldb:mem:kept,",
        "derby, jdbc:derby:memory:kept;create=true,",
        "duckdb, jdbc:duckdb::memory:kept, jdbc_pin_db"
    })
    void keeps_a_database_in_memory_between_connections(String name, String url, String setting) throws Exception {
        Database database = Databases.named(name);
        Target target = Target.builtIn("x", name, ServerKind.EMBEDDED)
                .withUrl(url)
                .withSettings(setting == null ? Map.of() : Map.of(setting, "true"));
        try (Server server = database.launcher().start(target, workspace())) {
            try (Connection first = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
                Contract.execute(first, database.dialect().createTable("kept", "id integer not null primary key"));
                Contract.execute(first, "insert into kept (id) values (7)");
            }
            Drivers.query(server.endpoint(), second -> {
                assertThat(Contract.number(second, "select id from kept")).isEqualTo(7);
                assertThat(database.monitor().info(second).durability())
                        .isEqualTo("commit waits for the disk: no (in memory)");
                return null;
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sqlite, jdbc:sqlite::memory:",
        "sqlite, jdbc:sqlite:file:x?mode=memory&cache=shared",
        "duckdb, jdbc:duckdb:",
        "duckdb, jdbc:duckdb::memory:",
        "duckdb, jdbc:duckdb::memory:named"
    })
    void refuses_a_database_in_memory_that_goes_with_its_connections(String database, String url) {
        Target target = Target.builtIn("x", database, ServerKind.EMBEDDED).withUrl(url);

        assertThatThrownBy(() -> Databases.named(database).launcher().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'x': a database in memory goes with its last connection; use ");
    }

    @Test
    void refuses_a_home_for_H2_and_shows_what_names_another_version() {
        Target target = DatabaseContract.builtIn("h2-tcp").withSource("/opt/h2");

        assertThatThrownBy(() -> new H2().launcher().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'h2-tcp': home: is not for h2, which is not installed: its server runs from the"
                        + " driver; another version of both is named by driver:");
    }

    @Test
    void refuses_a_socket_for_H2() {
        Target target = DatabaseContract.builtIn("h2-tcp").withTransport(Transport.SOCKET);

        assertThatThrownBy(() -> new H2().launcher().start(target, workspace()))
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

    private static void upsert(Connection connection, ParameterizedSql upsert, Object[] row) throws SQLException {
        int[] types = {Types.VARCHAR, Types.VARCHAR, Types.BIGINT, Types.TIMESTAMP, Types.INTEGER, Types.VARCHAR};
        try (PreparedStatement statement = connection.prepareStatement(upsert.sql())) {
            int parameter = 0;
            for (int column : upsert.parameters()) {
                statement.setObject(++parameter, row[column], types[column]);
            }
            statement.executeUpdate();
        }
    }

    private static List<List<Object>> rows(Connection connection, String table, List<String> columns)
            throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select " + String.join(", ", columns) + " from " + table + " order by n")) {
            while (row.next()) {
                all.add(Arrays.asList(
                        row.getString(1),
                        row.getString(2),
                        row.getLong(3),
                        row.getTimestamp(4),
                        row.getInt(5),
                        row.getString(6)));
            }
        }
        return all;
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
