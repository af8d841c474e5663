package org.rowmark.report.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Level;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaResult.AaRow;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;

class NoiseFloorsTest {
    @Test
    void compares_the_target_with_itself_workload_by_workload() {
        AaResult result = NoiseFloors.of(run(10)).orElseThrow();

        assertThat(result.rounds()).isEqualTo(10);
        assertThat(result.host()).isEqualTo("bench-01");
        assertThat(result.rows()).extracting(AaRow::title).containsExactly("connect source=pool", "connect source=raw");
        assertThat(result.rows()).extracting(AaRow::target).containsOnly("pg");
        assertThat(result.rows()).allSatisfy(row -> {
            assertThat(row.n()).isEqualTo(10);
            assertThat(row.ratio()).isBetween(row.low(), row.high());
            assertThat(row.sd()).isPositive();
        });
    }

    @Test
    void has_no_noise_floor_for_fewer_than_five_rounds() {
        assertThat(NoiseFloors.of(run(4))).isEmpty();
    }

    /** With sd 0.02 and n 10: t(0.975, 9) * 0.02 / sqrt(10) is 0.01431. */
    @Test
    void shows_the_noise_of_the_cells_of_a_run_in_one_line() {
        DemoRun run = cells(5).noiseFloor(new AaRow("connect source=pool", "pg", 1.002, 0.988, 1.016, 0.02, 10))
                .noiseFloor(new AaRow("connect source=raw", "pg", 1.05, 1.03, 1.07, 0.03, 10))
                .noiseFloor(new AaRow("connect source=raw", "mariadb", 1.05, 1.03, 1.07, 0.03, 10))
                .noiseFloor(new AaRow("point-select", "pg", 1.05, 1.03, 1.07, 0.03, 10));

        assertThat(NoiseFloors.line(run.build().manifest()))
                .contains(
                        "Noise of bench-01, a target against itself on 2026-11-20 08:00 UTC:"
                                + " connect source=pool on pg ±1.4 % at 10 rounds, connect source=raw on pg ±2.2 % at 10 rounds");
    }

    @Test
    void shows_no_noise_of_other_workloads_targets_or_times() {
        AaRow pool = new AaRow("connect source=pool", "pg", 1.002, 0.988, 1.016, 0.02, 10);
        Manifest run = cells(5).noiseFloor(pool).build().manifest();
        Optional<Manifest.Sampling> longer = Optional.of(new Manifest.Sampling(
                1, 1000, 3, 60_000, "round", 8, run.sampling().pool()));

        assertThat(NoiseFloors.line(cells(5).noiseFloor(new AaRow("ping", "pg", 1, 0.9, 1.1, 0.02, 10))
                        .build()
                        .manifest()))
                .isEmpty();
        assertThat(NoiseFloors.line(with(run, longer, pool))).isEmpty();
        assertThat(NoiseFloors.line(with(run, Optional.empty(), pool))).isEmpty();
    }

    private static Manifest with(Manifest run, Optional<Manifest.Sampling> sampling, AaRow row) {
        return new Manifest(
                run.format(),
                run.rowmark(),
                run.progress(),
                run.request(),
                run.sampling(),
                run.method(),
                run.environment(),
                run.targets(),
                run.cells(),
                Optional.of(new AaResult(Instant.EPOCH, "bench-01", 10, "0.1.0", sampling, List.of(row))),
                run.published());
    }

    private static RunRecord run(int rounds) {
        return cells(rounds).build();
    }

    private static DemoRun cells(int rounds) {
        Map<String, String> pool = Map.of("source", "pool");
        Map<String, String> raw = Map.of("source", "raw");
        return new DemoRun(rounds)
                .target("pg", "")
                .target("pg-again", "")
                .cell(new PlannedCell(1, "pg", "connect", "", pool), Level.throughput(1000, 0.02))
                .cell(new PlannedCell(2, "pg-again", "connect", "", pool), Level.throughput(1000, 0.02))
                .cell(new PlannedCell(3, "pg", "connect", "", raw), Level.throughput(50, 0.02))
                .cell(new PlannedCell(4, "pg-again", "connect", "", raw), Level.throughput(50, 0.02))
                .cell(new PlannedCell(5, "pg", "lost", "", raw), Level.throughput(50, 0.02), 2)
                .but(Outcome.FAILED, "gone")
                .cell(new PlannedCell(6, "pg-again", "lost", "", raw), Level.throughput(50, 0.02));
    }
}
