package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;

/** A study of the pattern of huge-pages with another setting: passes over all queries, compared query by query. */
class OrderQueriesIT {
    private static final Set<String> PHASES = Set.of(
            "phase.1-scan",
            "phase.2-range",
            "phase.3-points",
            "phase.4-join",
            "phase.5-join-four",
            "phase.6-join-or",
            "phase.6-union",
            "phase.7-sort");

    @TempDir
    Path root;

    private Path temp;

    @BeforeEach
    void make() throws IOException {
        temp = Files.createDirectory(root.resolve("work"));
    }

    @Tag("slow")
    @Test
    void a_study_of_another_setting_compares_each_query_and_shows_the_published_ratios_beside_ours() throws Exception {
        Files.writeString(temp.resolve("cache.yaml"), """
                question: Does the size of H2's cache matter?
                workloads: { order-queries: }
                targets: [h2]
                vary: { CACHE_SIZE: ["16384", "65536"] }
                rounds: 1
                warmups: 1
                iterations: 3
                scale: "0.0005"
                published:
                  huge-pages.csv:
                    title: MySQL 5.7.16 with large-pages off and on
                    rowKey: phase
                    rowColumn: phase
                    baselineColumn: huge_off_s
                    otherColumn: huge_on_s
                    better: lower
                """);

        Cli.Result result = Cli.in(temp).run("run", "--study", "cache.yaml", "--out", "out", "--data-dir", "data");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(temp.resolve("out"));
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
        assertThat(record.samples()).hasSize(2 * 4).allSatisfy(sample -> {
            assertThat(sample.mode()).isEqualTo("ss");
            assertThat(sample.secondary()).containsKeys(PHASES.toArray(String[]::new));
            double[] seconds = PHASES.stream()
                    .mapToDouble(phase -> sample.secondary().get(phase).score())
                    .toArray();
            assertThat(sample.unit()).isEqualTo("s/query");
            assertThat(sample.score())
                    .isCloseTo(
                            Math.exp(Arrays.stream(seconds)
                                    .map(Math::log)
                                    .average()
                                    .orElseThrow()),
                            withinPercentage(1e-6));
            assertThat(sample.secondary().get("pass").score())
                    .isCloseTo(Arrays.stream(seconds).sum(), withinPercentage(1e-6));
        });
        assertThat(Files.readString(temp.resolve("out/report.md")))
                .contains("## Phases compared", "Seconds of one operation")
                .contains("| workload | target | h2-16384 (s) | target (s) | ratio | verdict |")
                .containsPattern("\\| 3 \\| 3-points \\| 0.49 \\| 0.47 \\|.*\\| 1.04× \\| \\d.*× \\|")
                .containsPattern("\\| total \\| total \\|.*\\| 1.01× \\| \\d.*× \\|")
                .containsPattern("(?s)Intended differences(?:(?!Unexpected).)*CACHE.{1,2}MAX.{1,2}SIZE \\| 16 \\| 64");
    }
}
