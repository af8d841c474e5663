package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.latency.TimeLines;
import org.rowmark.result.latency.TimeLines.Second;

class LatencyBySecondTest {
    private static final int STALL = 7;

    @TempDir
    private Path temp;

    @Test
    void draws_cells_with_ten_seconds_in_a_round() throws IOException {
        RunRecord run = run();
        write(run, 1, 12);
        write(run, 2, 9);

        List<Figure> figures = figures(run);

        assertThat(figures).extracting(Figure::title).containsExactly("oltp on h2");
        String plot = figures.get(0).drawing().apply("a");
        assertThat(plot).contains("of 2 rounds", "<g class=\"w\">", "<g class=\"c0\">", "ops/s", "p99, ms");
    }

    @Test
    void rounds_that_failed_and_seconds_from_before_a_repetition_do_not_count() throws IOException {
        RunRecord run = run();
        write(run, 1, 12);
        Instant before = run.outcomes().get(0).start().minusSeconds(60);
        TimeLines.append(temp, 1, List.of(second(1, before, 3, 1000)));
        List<CellOutcome> outcomes = new ArrayList<>(run.outcomes());
        outcomes.replaceAll(outcome -> outcome.round() == 2
                ? new CellOutcome(2, outcome.cell(), Outcome.FAILED, "killed", outcome.start(), outcome.end(), 0)
                : outcome);

        List<Figure> figures = figures(new RunRecord(
                run.manifest(),
                run.samples(),
                outcomes,
                run.scripts(),
                List.of(),
                run.queries(),
                run.timeLines(),
                run.clients()));

        assertThat(figures.get(0).drawing().apply("a")).contains("of 1 round;");
    }

    @Test
    void a_run_without_time_lines_has_no_such_section() {
        assertThat(figures(run())).isEmpty();
    }

    private static List<Figure> figures(RunRecord run) {
        return Shown.figures(Demos.view(run, ReportOptions.NONE), "Throughput and latency by second");
    }

    private RunRecord run() {
        RunRecord run = new DemoRun(2)
                .target("h2", "")
                .target("derby", "")
                .cell(new PlannedCell(1, "h2", "oltp", "", Map.of()), Level.throughput(100, 0.01))
                .cell(new PlannedCell(2, "derby", "oltp", "", Map.of()), Level.throughput(100, 0.01))
                .build();
        return new RunRecord(
                run.manifest(),
                run.samples(),
                run.outcomes(),
                run.scripts(),
                List.of(),
                run.queries(),
                new TimeLines(Optional.of(temp)),
                run.clients());
    }

    /** Writes seconds of each round of a cell: 50 operations in two of warm-up, then 102, 103, … and none in a stall. */
    private void write(RunRecord run, int cell, int seconds) throws IOException {
        for (CellOutcome outcome : run.outcomes()) {
            if (outcome.cell() == cell) {
                List<Second> ofRound = new ArrayList<>();
                for (int i = 0; i < seconds; i++) {
                    Instant start = outcome.start().plusSeconds(i + 1);
                    ofRound.add(second(outcome.round(), start, i, i == STALL ? 0 : i < 2 ? 50 : 100 + i));
                }
                TimeLines.append(temp, cell, ofRound);
            }
        }
    }

    private static Second second(int round, Instant start, int place, int operations) {
        Histogram times = new Histogram(2);
        if (operations > 0) {
            times.recordValueWithCount(1_000_000 + 10_000L * place, operations);
        }
        return Second.of(round, start, Duration.ofSeconds(1), 1, times).in(place < 2, 1);
    }
}
