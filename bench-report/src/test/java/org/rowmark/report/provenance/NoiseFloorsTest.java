package org.rowmark.report.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Level;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaResult.AaRow;
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
    void shows_the_noise_of_all_rows_in_one_line() {
        AaRow pool = new AaRow("connect source=pool", "pg", 1.002, 0.988, 1.016, 0.02, 10);
        AaRow raw = new AaRow("connect source=raw", "pg", 1.05, 1.03, 1.07, 0.03, 10);

        assertThat(NoiseFloors.line(new AaResult(Instant.EPOCH, "bench-01", 10, "0.1.0", List.of(pool, raw))))
                .isEqualTo(
                        "Noise of bench-01, a target against itself on 1970-01-01 00:00 UTC:"
                                + " connect source=pool on pg ±1.4 % at 10 rounds, connect source=raw on pg ±2.2 % at 10 rounds");
    }

    private static RunRecord run(int rounds) {
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
                .cell(new PlannedCell(6, "pg-again", "lost", "", raw), Level.throughput(50, 0.02))
                .build();
    }
}
