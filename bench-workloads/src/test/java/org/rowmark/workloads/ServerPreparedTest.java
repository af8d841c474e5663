package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Session;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;

/** What MariaDB and MySQL count of the statements of workloads, whose drivers send texts unless set otherwise. */
class ServerPreparedTest {
    private static final List<Cell> CELLS = List.of(
            new Cell(Aggregate.class, Map.of("rows", "500")),
            new Cell(ClientLoop.class, Map.of("rows", "10", "operation", "select", "form", "single", "commit", "1")),
            new Cell(CursorFetch.class, Map.of("rows", "500", "fetchSize", "default")),
            new Cell(DeleteInsert.class, Map.of("rows", "500")),
            new Cell(GeneratedKeys.class, Map.of()),
            new Cell(InsertMultirow.class, Map.of("rows", "10")),
            new Cell(InsertSingle.class, Map.of("commit", "every")),
            new Cell(OneResultSet.class, Map.of("rows", "1000", "cursor", "streaming", "fetchSize", "default")),
            new Cell(Ping.class, Map.of()),
            new Cell(PointSelect.class, Map.of("rows", "500")),
            new Cell(RangeScan.class, Map.of("rows", "7", "tableRows", "500")),
            new Cell(RwTransaction.class, Map.of("branches", "1", "accounts", "100")),
            new Cell(ServerLoop.class, Map.of("rows", "1000")),
            new Cell(UpdateSingle.class, Map.of("rows", "500", "commit", "every")),
            new Cell(WideRows.class, Map.of("rows", "10", "fetchSize", "default")));

    private static final Cell OLTP = new Cell(Oltp.class, Map.of("items", "100", "customers", "10", "style", "plain"));

    /** What a client executes besides, to enter and to put back its tables. */
    private static final long BESIDES = 20;

    @TempDir
    private Path temp;

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mariadb-connector-j", "mysql-8.0"})
    void statements_are_executed_so_through_the_other_driver(String name) throws Exception {
        statements_are_executed_as_prepared_on_the_server_unless_chosen_otherwise(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb"})
    void statements_are_executed_as_prepared_on_the_server_unless_chosen_otherwise(String name) throws Exception {
        try (Server server = RequiredServers.start(Targets.builtIn().named(name), workspace());
                TargetRuns runs = runs(name, server)) {
            for (Cell cell : CELLS) {
                assertThat(count("execute", cell, "server-prepared", runs))
                        .as(cell.toString())
                        .isPositive();
                assertThat(count("execute", cell, "prepared", runs))
                        .as(cell.toString())
                        .isZero();
            }
            assertThat(count("execute", OLTP, "server-prepared", runs)).isGreaterThan(BESIDES);
            if (!name.equals("mariadb")) { // whose driver prepares the batches that put rows back
                assertThat(count("execute", OLTP, "prepared", runs)).isZero();
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mariadb-connector-j", "mysql-8.0"})
    void batches_are_executed_so_through_the_other_driver(String name) throws Exception {
        batches_are_executed_as_prepared_on_the_server_unless_they_are_rewritten(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb"})
    void batches_are_executed_as_prepared_on_the_server_unless_they_are_rewritten(String name) throws Exception {
        try (Server server = RequiredServers.start(Targets.builtIn().named(name), workspace());
                TargetRuns runs = runs(name, server)) {
            assertThat(count("execute", batches("off"), "server-prepared", runs))
                    .isGreaterThanOrEqualTo(250);
            assertThat(count("execute", batches("on"), "server-prepared", runs)).isLessThan(BESIDES);
            assertThat(runs.number("select count(*) from rowmark_insert_batch")).isEqualTo(2500);
        }
    }

    private static Cell batches(String rewrite) {
        return new Cell(
                InsertBatch.class, Map.of("batchSize", "10", "rewrite", rewrite, "work", "fixed", "total", "2500"));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mysql-8.0"})
    void a_connection_of_a_pool_prepares_a_statement_once(String name) throws Exception {
        Cell cell = new Cell(
                InsertSingle.class, Map.of("commit", "every", Session.POOL, "2", "work", "fixed", "total", "2500"));
        try (Server server = RequiredServers.start(Targets.builtIn().named(name), workspace());
                TargetRuns runs = runs(name, server)) {
            assertThat(count("prepare", cell, "server-prepared", runs)).isLessThan(BESIDES);
        }
    }

    private TargetRuns runs(String name, Server server) throws IOException {
        Target target = Targets.builtIn().named(name);
        return new TargetRuns(target, server.endpoint(), temp);
    }

    /** Returns how many of those commands the server got while it was measured. */
    private static long count(String command, Cell cell, String statement, TargetRuns runs) throws Exception {
        Map<String, String> parameters = new TreeMap<>(cell.parameters());
        parameters.put("statement", statement);
        long before = counted(command, runs);
        runs.run(cell.workload(), parameters, 1);
        return counted(command, runs) - before;
    }

    private static long counted(String command, TargetRuns runs) throws SQLException {
        try (Connection connection = runs.connect()) {
            return Sql.rows(connection, "show global status like 'Com_stmt_" + command + "'", row -> row.getLong(2))
                    .get(0);
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}
