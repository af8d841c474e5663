package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.report.cells.RunCells;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;

@Tag("slow")
class LargeRunTest {
    /** Bytes of samples, which in memory would need more than the heap below. */
    private static final long SIZE = 30_000_000;

    private static final String HEAP = "-Xmx48m";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void generate() throws IOException {
        GeneratedRun.write(200, 4, 10, directory);
        assertThat(Files.size(directory.resolve("samples.jsonl"))).isGreaterThan(SIZE);
    }

    @Test
    void is_reported_in_a_heap_that_does_not_hold_its_samples() throws IOException, InterruptedException {
        assertReported(directory);
        assertThat(directory.resolve("comparison.csv")).content().hasLineCount(1 + 200 * 3);
    }

    @Test
    void is_reported_with_the_times_of_its_operations(@TempDir Path timed) throws IOException, InterruptedException {
        GeneratedRun.writeTimed(50, 4, 10, 3, timed);

        assertReported(timed);
        assertThat(timed.resolve(ReportWriter.HTML)).content().contains("Latency by percentile");
    }

    private static void assertReported(Path run) throws IOException, InterruptedException {
        Path output = run.resolve("output");
        int exitCode = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reporting.class.getName(),
                        run.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertThat(output).content().isEmpty();
        assertThat(exitCode).isZero();
    }

    @Test
    void has_the_same_values_read_from_the_file_as_in_memory() throws IOException {
        RunRecord read = RunDirectory.read(directory);
        RunRecord inMemory =
                SamplesInMemory.record(read.manifest(), read.samples().stream().toList(), read.outcomes());
        assertThat(RunCells.of(read)).hasSize(800).isEqualTo(RunCells.of(inMemory));
    }

    /** The other JVM: writes a report. */
    static final class Reporting {
        private Reporting() {}

        public static void main(String... arguments) throws IOException {
            Path run = Path.of(arguments[0]);
            ReportWriter.find().write(List.of(run), run.resolve(ReportWriter.HTML));
        }
    }
}
