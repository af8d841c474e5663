package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/**
 * Workloads with several threads and the less usual values of their parameters on databases of different kinds; they
 * check their work themselves. MatrixIT has the usual ones on all of them.
 */
class WorkloadsOnServersTest {
    private static final List<Cell> CELLS = List.of(
            new Cell(PointSelect.class, Map.of("rows", "500", "keys", "zipfian", "statement", "prepared")),
            new Cell(PointSelect.class, Map.of("rows", "500", "keys", "sequential", "statement", "simple")),
            new Cell(RangeScan.class, Map.of("rows", "7", "tableRows", "500", "statement", "simple")),
            new Cell(UpdateSingle.class, Map.of("rows", "500", "commit", "10", "statement", "prepared")),
            new Cell(
                    UpdateSingle.class,
                    Map.of("rows", "500", "commit", "every", "keys", "zipfian", "statement", "simple")),
            new Cell(DeleteInsert.class, Map.of("rows", "500", "keys", "zipfian", "theta", "0.5")),
            new Cell(Upsert.class, Map.of("rows", "500", "keys", "sequential")),
            new Cell(Aggregate.class, Map.of("rows", "500")),
            new Cell(GeneratedKeys.class, Map.of()),
            new Cell(GeneratedKeys.class, Map.of("keys", "any")),
            new Cell(Upsert.class, Map.of("rows", "500", "work", "fixed", "total", "2500")),
            new Cell(InsertSingle.class, Map.of("commit", "10", "keys", "random-insert")),
            new Cell(InsertSingle.class, Map.of("commit", "1000", "work", "fixed", "total", "2500")),
            new Cell(RwTransaction.class, Map.of("branches", "1", "accounts", "100", "keys", "zipfian")));

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"postgresql"})
    void threads_pass_the_checks_on_their_own_connections_and_on_fewer_of_a_pool(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        Database database = Databases.named(target.database());
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, database.features())) {
            for (Cell cell : CELLS) {
                measure(cell, isLocked(name, cell) ? 1 : 2, runs, database);
            }
            for (Cell cell : pooled(name)) {
                measure(cell, 4, runs, database);
            }
            database.driver().release(server.endpoint());
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"hsqldb", "derby", "mariadb", "mariadb-connector-j", "firebird"})
    void threads_pass_the_checks_on_the_other_databases(String name) throws Exception {
        threads_pass_the_checks_on_their_own_connections_and_on_fewer_of_a_pool(name);
    }

    /**
     * Returns whether a thread that waits at the end of an iteration may hold a lock on the whole table, for which the other
     * then waits.
     */
    private static boolean isLocked(String target, Cell cell) {
        return target.equals("hsqldb")
                && !cell.parameters().getOrDefault("commit", "every").equals("every");
    }

    private List<Cell> pooled(String target) throws IOException {
        RunRequest request = PoolTest.request(PoolTest.everyTaker(temp, target));
        return Plan.of(request).cells().stream()
                .map(planned -> new Cell(request.workload(planned).type(), planned.parameters()))
                .toList();
    }

    private static void measure(Cell cell, int threads, TargetRuns runs, Database database) throws RunnerException {
        if (cell.obstacle(database).isPresent()) {
            return;
        }
        for (RunResult result : runs.run(cell.workload(), cell.parameters(), threads)) {
            assertThat(result.getPrimaryResult().getScore()).as(cell.toString()).isPositive();
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}
