package org.rowmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.IterationResult;
import org.rowmark.jvm.setting.Jdk;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;

/** The results of forks in the JSON of several versions of JMH. */
class JarResultTest {
    private static final PlannedCell CELL = new PlannedCell(1, "old", "Json.read", "", Map.of("size", "7"));

    /** As JMH 1.19 writes it: no version, no JVM. */
    private static final String RESULT = """
            [{"benchmark": "a.Json.read", "mode": "%s", "threads": 2, "forks": 1, "warmupIterations": 1,
              "warmupTime": "1 s", "measurementIterations": 2, "measurementTime": "1 s", "params": {"size": "7"},
              "primaryMetric": {"score": 2.0, "scoreUnit": "%s", %s},
              "secondaryMetrics": {
                "·gc.alloc.rate.norm": {"score": 16.0, "scoreUnit": "B/op", "rawData": [[16.0, 18.0]]},
                "read·p0.50": {"score": 2.0, "scoreUnit": "us/op", "rawData": [[2.0, 2.0]]}}}]
            """;

    @TempDir
    Path temp;

    @Test
    void iterations_have_the_scores_metrics_and_parameters_of_an_early_version() throws IOException {
        List<IterationResult> iterations = result(Mode.AverageTime, "us/op", "\"rawData\": [[1.5, 2.5]]");

        assertThat(iterations)
                .extracting(iteration -> iteration.getPrimaryResult().getScore())
                .containsExactly(1.5, 2.5);
        assertThat(iterations.get(0).getPrimaryResult().getScoreUnit()).isEqualTo("us/op");
        assertThat(iterations.get(1).getSecondaryResults()).containsOnlyKeys("gc.alloc.rate.norm");
        assertThat(iterations
                        .get(1)
                        .getSecondaryResults()
                        .get("gc.alloc.rate.norm")
                        .getScore())
                .isEqualTo(18);
        assertThat(iterations.get(0).getBenchmarkParams().getParam("size")).isEqualTo("7");
        assertThat(iterations.get(0).getBenchmarkParams().getParam("target")).isEqualTo("old");
        assertThat(iterations.get(0).getBenchmarkParams().getThreads()).isEqualTo(2);
    }

    @Test
    void the_times_of_single_operations_are_those_of_their_iteration() throws IOException {
        List<IterationResult> iterations =
                result(Mode.SampleTime, "us/op", "\"rawDataHistogram\": [[[[1.0, 3], [2.0, 1]], [[4.0, 2]]]]");

        assertThat(iterations.get(0).getPrimaryResult().getScore()).isCloseTo(1.25, within(1e-9));
        assertThat(iterations.get(0).getPrimaryResult().getStatistics().getN()).isEqualTo(4);
        assertThat(iterations.get(1).getPrimaryResult().getScore()).isCloseTo(4, within(1e-9));
    }

    @Test
    void a_fork_that_lacks_iterations_is_none() {
        assertThatThrownBy(() -> result(Mode.Throughput, "ops/s", "\"rawData\": [[1.5]]"))
                .hasMessage("it returned 1 of 2 iterations: its JVM ended early, for example by System.exit");
    }

    private List<IterationResult> result(Mode mode, String unit, String raw) throws IOException {
        MadeJars.write(temp, "old.jar", true, "1.19", MadeJars.entry("a.Json.read"));
        BenchmarkJar jar = BenchmarkJar.ofJar("old=" + temp.resolve("old.jar"));
        BenchmarkCase measured = new BenchmarkCase(
                new JarColumn("old", jar, Jdk.own(), Map.of()),
                jar.benchmarks().get(0),
                mode,
                Map.of("size", "7"),
                Timing.DEFAULT);
        Path file = Files.writeString(temp.resolve("result.json"), RESULT.formatted(mode.shortLabel(), unit, raw));
        return JarResult.read(measured, file).iterations(CELL);
    }
}
