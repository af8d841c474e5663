package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.run.Bench;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.WideRows;

/** Reading through a cursor where the server has cursors, and only there. */
class ResultReaderTest {
    @TempDir
    private Path temp;

    @Test
    void fails_where_a_server_with_cursors_refuses_one() throws IOException {
        assertThat(run(CursorDatabase.WITH_CURSORS, "10")).singleElement().satisfies(cell -> {
            assertThat(cell.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(cell.reason())
                    .startsWith("target 'with-cursors' refused to read through a cursor: ")
                    .contains("\"REFUSED_CURSORS\"") // the database's message is in the user's language
                    .endsWith("; fetchSize=default reads without one");
        });
    }

    @Test
    void reads_without_a_cursor_where_the_server_has_none_or_no_fetch_size_is_set() throws IOException {
        assertThat(run(CursorDatabase.WITHOUT_CURSORS, "10"))
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.OK);
        assertThat(run(CursorDatabase.WITH_CURSORS, "default"))
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.OK);
    }

    private List<CellOutcome> run(Target target, String fetchSize) throws IOException {
        RunOptions options = Bench.options(
                        Workloads.all().of(WideRows.class),
                        "-wi",
                        "0",
                        "-i",
                        "1",
                        "-r",
                        "50ms",
                        "-p",
                        "rows=10",
                        "-p",
                        "fetchSize=" + fetchSize)
                .targets(List.of(target.name()))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, temp.resolve(target.name() + fetchSize))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
        Targets known = Targets.builtIn().with(Map.of(target.name(), () -> target));
        return BenchmarkRun.run(Plan.of(RunRequest.resolve(options, Workloads.all(), known)), RunListener.NONE)
                .outcomes();
    }
}
