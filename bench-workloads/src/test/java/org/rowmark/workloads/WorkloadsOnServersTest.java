package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/**
 * Workloads with two threads and the less usual values of their parameters on databases of different kinds; they check
 * their work themselves. MatrixIT has the usual ones on all of them.
 */
class WorkloadsOnServersTest {
    private static final List<Cell> CELLS = List.of(
            new Cell(PointSelect.class, Map.of("rows", "500", "keys", "zipfian", "statement", "server-prepared")),
            new Cell(PointSelect.class, Map.of("rows", "500", "keys", "sequential", "statement", "simple")),
            new Cell(RangeScan.class, Map.of("rows", "7", "tableRows", "500", "statement", "simple")),
            new Cell(UpdateSingle.class, Map.of("rows", "500", "commit", "10", "statement", "server-prepared")),
            new Cell(
                    UpdateSingle.class,
                    Map.of("rows", "500", "commit", "every", "keys", "zipfian", "statement", "simple")),
            new Cell(DeleteInsert.class, Map.of("rows", "500", "keys", "zipfian", "theta", "0.5")),
            new Cell(Upsert.class, Map.of("rows", "500", "keys", "sequential")),
            new Cell(Aggregate.class, Map.of("rows", "500")),
            new Cell(GeneratedKeys.class, Map.of()),
            new Cell(InsertSingle.class, Map.of("commit", "10", "keys", "random-insert")),
            new Cell(InsertSingle.class, Map.of("commit", "1000", "work", "fixed", "total", "2500")),
            new Cell(RwTransaction.class, Map.of("branches", "1", "accounts", "100", "keys", "zipfian")));

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"hsqldb", "derby", "postgresql", "mariadb", "mariadb-connector-j", "firebird"})
    void two_threads_pass_the_checks(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        Database database = Databases.named(target.database());
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, 0)) {
            for (Cell cell : CELLS) {
                if (cell.obstacle(database).isEmpty()) {
                    for (RunResult result : runs.run(cell.workload(), cell.parameters(), 2)) {
                        assertThat(result.getPrimaryResult().getScore())
                                .as(cell.toString())
                                .isPositive();
                    }
                }
            }
            database.driver().release(server.endpoint());
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}
