package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.data.Tables;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** Workloads on a server that refuses tables without a key and changes of rows that no key selects. */
class StrictServerTest {
    private static final Map<String, String> STRICT =
            Map.of("innodb_force_primary_key", "ON", "sql_safe_updates", "ON", "sql_mode", "ANSI,TRADITIONAL");

    private static final Map<String, String> LOOP = Map.of("rows", "60", "form", "set-based", "commit", "20");

    private static final List<Cell> CELLS = List.of(
            new Cell(Oltp.class, Map.of("warehouses", "1", "items", "100", "customers", "30", "mix", "40/30/10/10/10")),
            new Cell(RwTransaction.class, Map.of("branches", "1", "accounts", "100")),
            new Cell(ClientLoop.class, plus(LOOP, "operation", "update")),
            new Cell(ClientLoop.class, plus(LOOP, "operation", "insert")),
            new Cell(DeleteInsert.class, Map.of("rows", "500")),
            new Cell(GeneratedKeys.class, Map.of()),
            new Cell(ServerCursor.class, Map.of("rows", "300")));

    @TempDir
    private Path temp;

    private static Map<String, String> plus(Map<String, String> parameters, String name, String value) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put(name, value);
        return all;
    }

    @Test
    void workloads_pass_their_checks_and_their_tables_are_dropped() throws Exception {
        Target target = Targets.builtIn().named("mariadb").withSettings(STRICT);
        Database database = Databases.named(target.database());
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        Workspace workspace = new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace);
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, database.features())) {
            for (Cell cell : CELLS) {
                for (RunResult result : runs.run(cell.workload(), cell.parameters(), 1)) {
                    assertThat(result.getPrimaryResult().getScore())
                            .as(cell.toString())
                            .isPositive();
                }
                runs.run(cell.workload(), cell.parameters(), 1); // on the tables that are there
            }
            try (Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
                new Tables(connection, database).dropAll();
            }
        }
    }
}
