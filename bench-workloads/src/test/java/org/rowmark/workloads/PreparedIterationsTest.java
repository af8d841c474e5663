package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.Warehouses;

/** What is done before an iteration of workloads that write. */
class PreparedIterationsTest {
    private static final List<Cell> CELLS = List.of(
            new Cell(InsertSingle.class, Map.of("commit", "10")),
            new Cell(ReadWrite.class, Map.of("rows", "100")),
            new Cell(UpdateSingle.class, Map.of("rows", "100", "commit", "every")),
            new Cell(ClientLoop.class, loop("insert")),
            new Cell(Oltp.class, Map.of("items", "100", "customers", "30")));

    private static final List<Cell> OTHERS = List.of(
            new Cell(InsertBatch.class, Map.of("batchSize", "10", "rewrite", "off")),
            new Cell(InsertMultirow.class, Map.of("rows", "10")),
            new Cell(GeneratedKeys.class, Map.of()),
            new Cell(Upsert.class, Map.of("rows", "100")),
            new Cell(DeleteInsert.class, Map.of("rows", "100")),
            new Cell(ClientLoop.class, loop("update")),
            new Cell(RwTransaction.class, Map.of("branches", "1", "accounts", "100")));

    private static final String LAST_VACUUM =
            "select 1e6 * extract(epoch from max(last_vacuum)) from pg_stat_user_tables";

    private static final String SIZE = "select sum(pg_relation_size(relid)) from pg_stat_user_tables";

    @TempDir
    private Path temp;

    private static Map<String, String> loop(String operation) {
        return Map.of("rows", "60", "operation", operation, "form", "single", "commit", "1");
    }

    @Test
    void an_iteration_begins_after_a_vacuum_and_a_checkpoint() throws Exception {
        assertPrepared(CELLS);
    }

    @Tag("slow")
    @Test
    void an_iteration_of_other_workloads_that_write_does_so_too() throws Exception {
        assertPrepared(OTHERS);
    }

    private void assertPrepared(List<Cell> cells) throws Exception {
        Target target = Targets.builtIn().named("postgresql");
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            for (Cell cell : cells) {
                runs.run(cell.workload(), cell.parameters(), 1); // loads data, which ends with checkpoints
                long before = checkpoint(runs);
                long vacuum = runs.number(LAST_VACUUM);

                runs.run(cell.workload(), cell.parameters(), 1);

                assertThat(checkpoint(runs)).as(cell.toString()).isGreaterThan(before);
                awaitLater(runs, vacuum, cell);
            }
        }
    }

    /** Updates of full pages visit more pages than those that find room. */
    @Test
    void oltp_leaves_tables_as_densely_packed_as_they_were_loaded() throws Exception {
        Target target = Targets.builtIn().named("postgresql");
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            Warehouses warehouses = OltpTest.warehouses(1);
            long loaded = runs.number(SIZE);
            warehouses.begin();
            Terminal terminal = OltpTest.terminal(warehouses, 0);
            OltpTest.execute(terminal, 500);
            warehouses.ended(terminal);
            assertThat(runs.number(SIZE)).isGreaterThan(loaded * 3 / 2);

            warehouses.close();

            assertThat(runs.number(SIZE)).isLessThanOrEqualTo(loaded * 11 / 10);
        }
    }

    /** Waits until the server, which notes them late, has noted a later vacuum. */
    private static void awaitLater(TargetRuns runs, long vacuum, Cell cell) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (runs.number(LAST_VACUUM) <= vacuum) {
            assertThat(System.nanoTime()).as(cell.toString()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Returns where the last checkpoint is in the transaction log. */
    private static long checkpoint(TargetRuns runs) throws Exception {
        return runs.number("select pg_wal_lsn_diff(checkpoint_lsn, '0/0') from pg_control_checkpoint()");
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}
