package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/** What a reader of a workload's numbers must know. */
class CaveatTest {
    private static final String WORDS = "TPC-C-like mix, not a TPC result";
    private static final Map<String, Sample.Metric> COUNTER = Map.of("data.commits", new Sample.Metric(1, "count/op"));

    @TempDir
    private Path directory;

    @Test
    void is_on_the_console_once_and_in_every_file() throws IOException {
        Written written = write(WORDS);

        assertThat(written.verdicts()).containsOnlyOnce("! mix: " + WORDS);
        for (String file : List.of("run.json", "report.html", "report.md", "comparison.json")) {
            assertThat(directory.resolve(file)).content().as(file).contains(WORDS);
        }
        assertThat(directory.resolve("report.md").toFile())
                .content()
                .startsWith("<!-- written by Rowmark -->\n\n# ")
                .containsPattern("(?s)^.{0,400}mix: " + WORDS);
        for (String file : List.of("comparison.csv", "counters.csv")) {
            List<String> lines = Files.readAllLines(directory.resolve(file));
            assertThat(lines.get(0)).endsWith(",caveat");
            assertThat(lines).as(file).anyMatch(line -> line.contains(",mix,"));
            assertThat(lines).as(file).anyMatch(line -> line.contains(",ping,"));
            assertThat(lines.subList(1, lines.size()))
                    .as(file)
                    .allSatisfy(line -> assertThat(line).endsWith(line.contains(",mix,") ? ",\"" + WORDS + "\"" : ","));
        }
    }

    @Test
    void there_is_no_column_for_it_without_one() throws IOException {
        write("");

        for (String file : List.of("comparison.csv", "counters.csv", "run.json")) {
            assertThat(directory.resolve(file)).content().doesNotContain("caveat");
        }
    }

    private Written write(String caveat) throws IOException {
        Level level = Level.throughput(100, 0.01).with(COUNTER);
        RunRecord run = new DemoRun(5)
                .target("h2", "")
                .target("derby", "")
                .cell(new PlannedCell(1, "h2", "mix", "one transaction", Map.of(), caveat, false, false), level)
                .cell(new PlannedCell(2, "derby", "mix", "one transaction", Map.of(), caveat, false, false), level)
                .cell(new PlannedCell(3, "h2", "ping", "one ping", Map.of()), level)
                .cell(new PlannedCell(4, "derby", "ping", "one ping", Map.of()), level)
                .build();
        Saved.save(run, directory);
        return new Reports().write(List.of(directory), directory.resolve("report.html"));
    }
}
