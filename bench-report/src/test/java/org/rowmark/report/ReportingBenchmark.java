package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.rowmark.result.ReportWriter;

/**
 * The time of a report: the first one of a JVM with 512 MB, from the run directory to all files. {@code mvn -q
 * integration-test -Preporting -pl bench-report -am}; results are in docs/evidence/overhead.md.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(value = 5, jvmArgs = "-Xmx512m")
public class ReportingBenchmark {
    /** Workloads x targets x rounds, and then x measured iterations with times of single operations. */
    @Param({"50x4x10", "625x4x10", "1250x4x10", "2500x4x10", "125x4x30x5"})
    public String size;

    private Path directory;

    /** Makes the run directory in another JVM, so that nothing in this one is warm. */
    @Setup(Level.Trial)
    public void find() throws IOException {
        directory = Path.of(System.getProperty("rowmark.reporting")).resolve(size);
    }

    /** Removes the files of the report. */
    @TearDown(Level.Trial)
    public void remove() throws IOException {
        FileUtils.deleteQuietly(directory.resolve(ReportWriter.HTML).toFile());
    }

    @Benchmark
    public ReportWriter.Written report() throws IOException {
        return new Reports().write(List.of(directory), directory.resolve(ReportWriter.HTML));
    }

    /** @param arguments sizes, separated by commas */
    public static void main(String... arguments) throws IOException, RunnerException {
        Path folder = Files.createTempDirectory("rowmark-reporting");
        try {
            String[] sizes = arguments[0].split(",", -1);
            for (String size : sizes) {
                String[] parts = size.split("x", -1);
                Path run = Files.createDirectory(folder.resolve(size));
                int[] numbers = Stream.of(parts).mapToInt(Integer::parseInt).toArray();
                if (numbers.length == 3) {
                    GeneratedRun.write(numbers[0], numbers[1], numbers[2], run);
                } else {
                    GeneratedRun.writeTimed(numbers[0], numbers[1], numbers[2], numbers[3], run);
                }
                System.out.println(size + ": " + FileUtils.sizeOfDirectory(run.toFile()) / 1_000_000 + " MB");
            }
            new Runner(new OptionsBuilder()
                            .include(ReportingBenchmark.class.getName())
                            .param("size", sizes)
                            .jvmArgsAppend("-Drowmark.reporting=" + folder)
                            .build())
                    .run();
            for (String size : sizes) {
                Path html = folder.resolve(size).resolve("report.md");
                System.out.println(size + ": report.md " + (Files.exists(html) ? Files.size(html) / 1000 : 0) + " kB");
            }
        } finally {
            FileUtils.deleteDirectory(folder.toFile());
        }
    }
}
