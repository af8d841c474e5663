package org.rowmark.result.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.latency.TimeLines.Second;
import org.rowmark.util.UsageException;

class TimeLinesTest {
    private static final Instant START = Instant.parse("2026-11-23T00:00:00.250Z");

    @TempDir
    private Path temp;

    @Test
    void reads_what_was_appended_round_by_round() throws IOException {
        Histogram times = new Histogram(2);
        times.recordValueWithCount(1_000_000, 98);
        times.recordValueWithCount(9_000_000, 2);
        Second first = Second.of(1, START, Duration.ofMillis(500), 20, times).in(true, 1);
        Second stall = Second.of(1, START.plusSeconds(1), Duration.ofSeconds(1), 1, new Histogram(2))
                .in(false, 1);
        Second second = Second.of(2, START.plusSeconds(9), Duration.ofMillis(1499), 1, times)
                .in(false, 3);
        TimeLines.append(temp, 7, List.of(first, stall));
        TimeLines.append(temp, 7, List.of(second));

        assertThat(lines().read(7)).containsExactly(first, stall, second);
        assertThat(lines().read(8)).isEmpty();
        assertThat(first.operations()).isEqualTo(2000); // one of 20 was timed
        assertThat(first.throughput()).isEqualTo(4000);
        assertThat(first.p50()).isBetween(1_000_000L, 1_010_000L);
        assertThat(first.p99()).isBetween(9_000_000L, 9_090_000L);
        assertThat(stall.throughput()).isZero();
        assertThat(Files.readAllLines(temp.resolve("latencies/cell-7.csv")))
                .hasSize(4)
                .element(2)
                .isEqualTo("1,false,1,2026-11-23T00:00:01.250Z,1.0,0,0,0,0,0");
    }

    @Test
    void a_last_line_that_was_torn_is_left_out_and_another_one_is_an_error() throws IOException {
        Second second =
                Second.of(1, START, Duration.ofSeconds(1), 1, new Histogram(2)).in(false, 1);
        TimeLines.append(temp, 1, List.of(second));
        Path file = temp.resolve("latencies/cell-1.csv");
        Files.writeString(file, "1,false,1,2026-11-2", StandardOpenOption.APPEND);
        assertThat(lines().read(1)).containsExactly(second);

        Files.writeString(file, "\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> lines().read(1))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("cell-1.csv, line 3, cannot be read: 4 values");
    }

    @Test
    void a_continued_run_keeps_the_rounds_that_ended_and_no_torn_line() throws IOException {
        Second second =
                Second.of(1, START, Duration.ofSeconds(1), 1, new Histogram(2)).in(false, 1);
        Second unfinished =
                Second.of(2, START, Duration.ofSeconds(1), 1, new Histogram(2)).in(false, 1);
        TimeLines.append(temp, 1, List.of(second));
        Path file = temp.resolve("latencies/cell-1.csv");
        String ended = Files.readString(file);
        TimeLines.append(temp, 1, List.of(unfinished));
        TimeLines.append(temp, 2, List.of(unfinished));
        Files.writeString(file, "2,false,1,2026-11-2", StandardOpenOption.APPEND);

        LatencyLog.trim(temp, (round, cell) -> round == 1);

        assertThat(file).hasContent(ended);
        TimeLines.append(temp, 2, List.of(second));
        assertThat(lines().read(2)).containsExactly(second);
    }

    private TimeLines lines() {
        return new TimeLines(Optional.of(temp));
    }
}
