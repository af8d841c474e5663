package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** Keys of several columns, two of them to one table: drivers list their columns mixed. */
class ForeignKeyTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"h2", "hsqldb", "derby", "sqlite", "duckdb"})
    void each_key_is_read_with_its_own_columns(String database) throws IOException, SQLException {
        Target target = Target.builtIn(database, database, ServerKind.EMBEDDED);
        Workspace workspace = new Workspace(directory, directory.resolve("log"));
        Endpoint endpoint =
                Databases.named(database).launcher().start(target, workspace).endpoint();
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            execute(
                    connection,
                    "create table seats (hall integer not null, place integer not null, primary key (hall, place))",
                    "create table moves (id integer not null primary key, h1 integer, p1 integer, h2 integer, p2 integer,"
                            + " constraint moves_from foreign key (h1, p1) references seats (hall, place),"
                            + " constraint moves_to foreign key (h2, p2) references seats (hall, place))",
                    "insert into seats values (1, 10)",
                    "insert into seats values (2, 20)",
                    "insert into moves values (1, 1, 10, 2, 20)",
                    "insert into moves values (2, 2, 20, null, 10)");

            List<ForeignKey> keys = ForeignKey.all(connection);

            assertThat(keys)
                    .hasSize(2)
                    .allSatisfy(key -> assertThat(key.conditions()).hasSize(2));
            assertThat(orphans(keys, connection)).containsExactly(0L, 0L);
        } finally {
            Databases.named(database).driver().release(endpoint);
        }
    }

    private static List<Long> orphans(List<ForeignKey> keys, Connection connection) throws SQLException {
        List<Long> orphans = new ArrayList<>();
        for (ForeignKey key : keys) {
            orphans.add(key.orphans(connection));
        }
        return orphans;
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
