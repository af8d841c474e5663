package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.StatementKind;

/** The keys that point-select reads, its operations called here instead of by JMH, so that their number is known. */
class PointSelectTest {
    private static final int LARGE = 70_000;

    @TempDir
    private Path directory;

    @Test
    void reads_other_rows_of_a_large_table_in_each_iteration() throws Exception {
        Set<Long> read = new HashSet<>();

        measured(LARGE, 0, (workload, reader) -> {
            for (int iteration = 0; iteration < 2; iteration++) {
                reader.draw();
                for (int i = 0; i < 1 << 17; i++) {
                    read.add(workload.select(reader));
                }
            }
        });

        assertThat(read).hasSizeBetween(1 << 16, LARGE);
    }

    @Test
    void reads_the_same_keys_in_every_run_and_other_ones_in_every_thread() throws Exception {
        List<Long> first = firstRead(0);

        assertThat(firstRead(0)).isEqualTo(first);
        assertThat(firstRead(1)).isNotEqualTo(first);
    }

    private List<Long> firstRead(int thread) throws Exception {
        List<Long> read = new ArrayList<>();
        measured(100, thread, (workload, reader) -> {
            reader.draw();
            for (int i = 0; i < 10; i++) {
                read.add(workload.select(reader));
            }
        });
        return read;
    }

    /** Operations of a thread. */
    private interface Operations {
        void run(PointSelect workload, PointSelect.Reader reader) throws SQLException;
    }

    private void measured(int rows, int thread, Operations operations) throws IOException, SQLException {
        H2Runs runs = H2Runs.inThisJvm(directory);
        try {
            Db db = H2Runs.db(PointSelect.class, 1);
            PointSelect.Loaded loaded = new PointSelect.Loaded();
            loaded.rows = rows;
            loaded.load(db);
            KeyChoice choice = new KeyChoice();
            choice.keys = "uniform";
            StatementKind kind = new StatementKind();
            Session session = new Session();
            session.open(db, new Latencies());
            PointSelect.Reader reader = new PointSelect.Reader();
            reader.prepare(db, session, loaded, choice, kind, new ThreadParams(thread, 2, 0, 1, 0, 1, 0, 1, thread, 2));
            operations.run(new PointSelect(), reader);
            reader.check();
            session.close();
        } finally {
            runs.close();
        }
    }
}
