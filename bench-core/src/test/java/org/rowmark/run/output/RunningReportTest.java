package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rowmark.result.ReportWriter;

class RunningReportTest {
    private final List<Integer> written = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private int round;
    private long seconds;

    @Test
    void is_written_from_the_fifth_round_on() {
        RunningReport report = report();
        for (int i = 1; i <= 7; i++) {
            seconds += 61;
            end(i, report);
        }
        assertThat(written).containsExactly(5, 6, 7);
    }

    @Test
    void is_written_at_most_once_a_minute() {
        RunningReport report = report();
        for (int i = 5; i <= 12; i++) {
            seconds += 25;
            end(i, report);
        }
        assertThat(written).containsExactly(5, 8, 11);
    }

    @Test
    void is_replaced_after_an_interruption_only_if_there_is_one() {
        RunningReport report = report();
        report.interrupted();
        assertThat(written).isEmpty();
        end(5, report);
        report.interrupted();
        assertThat(written).containsExactly(5, 5);
    }

    @Test
    void one_that_cannot_be_written_is_a_line_in_the_log() {
        RunningReport report = new RunningReport(
                Path.of("run"),
                log::add,
                () -> {
                    throw new IllegalStateException("no report module");
                },
                () -> 0);
        report.write();
        assertThat(log).containsExactly("the report of the rounds so far could not be written: no report module");
    }

    private void end(int ended, RunningReport report) {
        round = ended;
        if (report.isDue(ended)) {
            report.write();
        }
    }

    private RunningReport report() {
        ReportWriter writer = (directories, html, isFull) -> {
            written.add(round);
            return new ReportWriter.Written(html, html, "");
        };
        return new RunningReport(Path.of("run"), log::add, () -> writer, () -> TimeUnit.SECONDS.toNanos(seconds));
    }
}
