package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.TargetRuns;
import org.rowmark.workloads.WideRows;

/** Reading through a cursor where the server has cursors, and only there. */
class ResultReaderTest {
    @TempDir
    private Path temp;

    @Test
    void fails_where_a_server_with_cursors_refuses_one() {
        assertThatThrownBy(() -> run(CursorDatabase.WITH_CURSORS, "10"))
                .hasStackTraceContaining("target 'with-cursors' refused to read through a cursor: ")
                .hasStackTraceContaining("\"REFUSED_CURSORS\"") // the database's message is in the user's language
                .hasStackTraceContaining("; fetchSize=default reads without one");
    }

    @Test
    void reads_without_a_cursor_where_the_server_has_none_or_no_fetch_size_is_set() throws Exception {
        assertThat(run(CursorDatabase.WITHOUT_CURSORS, "10")).hasSize(1);
        assertThat(run(CursorDatabase.WITH_CURSORS, "default")).hasSize(1);
    }

    private Collection<RunResult> run(Target target, String fetchSize) throws Exception {
        Database database = Databases.named(target.database());
        Workspace workspace = new Workspace(temp, temp.resolve("server.log"));
        Endpoint endpoint = database.launcher().start(target, workspace).endpoint();
        Set<Feature> features = Drivers.query(endpoint, database::features);
        try (TargetRuns runs = new TargetRuns(target, endpoint, temp, features)) {
            Map<String, String> parameters =
                    Map.of(Workloads.TARGET_PARAMETER, target.name(), "rows", "10", "fetchSize", fetchSize);
            return runs.run(WideRows.class, parameters, 1);
        }
    }
}
