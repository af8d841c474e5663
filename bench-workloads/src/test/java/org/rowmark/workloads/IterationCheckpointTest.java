package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The checkpoint before an iteration of workloads that write into tables which are empty then. */
class IterationCheckpointTest {
    private static final List<Cell> CELLS = List.of(
            new Cell(InsertSingle.class, Map.of("commit", "10")),
            new Cell(InsertBatch.class, Map.of("batchSize", "10", "rewrite", "off")),
            new Cell(InsertMultirow.class, Map.of("rows", "10")),
            new Cell(GeneratedKeys.class, Map.of()),
            new Cell(RwTransaction.class, Map.of("branches", "1", "accounts", "100")));

    @TempDir
    private Path temp;

    @Test
    void an_iteration_begins_after_a_checkpoint() throws Exception {
        Target target = Targets.builtIn().named("postgresql");
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, 0)) {
            for (Cell cell : CELLS) {
                runs.run(cell.workload(), cell.parameters(), 1); // loads data, which ends with checkpoints
                long before = checkpoint(runs);

                runs.run(cell.workload(), cell.parameters(), 1);

                assertThat(checkpoint(runs)).as(cell.toString()).isGreaterThan(before);
            }
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
