package org.rowmark.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.output.RunListener.Recent;

class LineProgressTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final StringWriter written = new StringWriter();

    @Test
    void prints_the_last_seconds_and_no_times_where_none_were_taken() {
        try (Progress progress = new LineProgress(new PrintWriter(written), Optional.of(SECOND))) {
            PlannedCell cell = new PlannedCell(1, "mariadb", "oltp", "one transaction", Map.of("threads", "4"));
            progress.recent(cell, new Recent(812.4, 3_200_000, 2));
            progress.recent(cell, new Recent(1234, 0, 0));

            assertThat(progress.recentEvery(Duration.ofSeconds(3))).contains(SECOND);
        }
        assertThat(written.toString().lines())
                .containsExactly(
                        "oltp threads=4 on mariadb: 812 ops/s, p99 3.2 ms, 2 errors",
                        "oltp threads=4 on mariadb: 1,230 ops/s, 0 errors");
    }

    @Test
    void without_an_interval_only_a_bar_shows_the_last_second_of_cells_longer_than_five() {
        try (Progress lines = new LineProgress(new PrintWriter(written), Optional.empty());
                Progress bar = new BarProgress(new PrintWriter(written), Optional.empty())) {
            assertThat(lines.recentEvery(Duration.ofSeconds(60))).isEmpty();
            assertThat(bar.recentEvery(Duration.ofSeconds(6))).contains(SECOND);
            assertThat(bar.recentEvery(Duration.ofSeconds(5))).isEmpty();
        }
    }
}
