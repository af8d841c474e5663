package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.LatencyHistogram;

/** Fills from the command line: what they record, what they leave. */
class PageFillIT {
    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Tag("slow")
    @Test
    void the_study_records_phases_and_every_statement_and_leaves_nothing_but_the_run() throws Exception {
        Cli.Result result = run(
                "--study", "page-fill", "--target", "h2", "--target", "sqlite", "--scale", "0.0001", "--rounds", "2");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("page-fill writes 0.8 MB of texts in 13 statements");
        RunRecord record = RunDirectory.read(directory.resolve("out"));
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
        assertThat(record.samples()).hasSize(4).allSatisfy(sample -> {
            assertThat(sample.mode()).isEqualTo("ss");
            assertThat(sample.unit()).isEqualTo("s/op");
            assertThat(sample.secondary()).containsKeys("phase.fill", "phase.checkpoint");
            assertThat(sample.secondary().get("statements").score()).isEqualTo(13);
            assertThat(sample.secondary().get("rows").score()).isEqualTo(104);
            assertThat(sample.secondary().get("payload").score()).isEqualTo(832_000);
            assertThat(LatencyHistogram.decode(sample.histogram()).getTotalCount())
                    .isEqualTo(13);
        });
        assertThat(directory.resolve("out/published")).isDirectoryContaining("glob:**/page-fill.csv");
        try (Stream<Path> left = Files.walk(temp.resolve("data"))) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    /** 128 statements take less than the second after which PostgreSQL's sessions report by themselves. */
    @Tag("slow")
    @Test
    void the_study_has_the_times_of_reads_and_writes_and_all_that_the_session_did() throws Exception {
        RequiredServers.assume("mariadb");
        RequiredServers.assume("postgresql");
        temp.toFile().setExecutable(true, false);

        Cli.Result result = run(
                "--study",
                "page-fill",
                "--target",
                "mariadb",
                "--target",
                "postgresql",
                "--scale",
                "0.001",
                "--rounds",
                "1");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(directory.resolve("out"));
        Map<String, Sample.Metric> mariadb = counted(record, "mariadb");
        Map<String, Sample.Metric> postgresql = counted(record, "postgresql");
        assertThat(mariadb.get("data.write-time").score()).isPositive();
        assertThat(mariadb.get("data.bytes-written:rowmark/rowmark_page_fill.ibd")
                        .score())
                .isGreaterThanOrEqualTo(mariadb.get("payload").score());
        assertThat(postgresql.get("log.write-time").score()).isPositive();
        assertThat(postgresql.get("server.transactions-committed").score()).isGreaterThanOrEqualTo(128);
        assertThat(postgresql.get("log.syncs").score()).isGreaterThanOrEqualTo(128);
        assertThat(directory.resolve("out/report.md"))
                .content()
                .contains("average stall per write", "| data | read | 1.34 |");
    }

    private static Map<String, Sample.Metric> counted(RunRecord record, String target) {
        return record.samples().stream()
                .filter(sample -> record.manifest()
                        .cells()
                        .get(sample.cell() - 1)
                        .target()
                        .equals(target))
                .findFirst()
                .orElseThrow()
                .secondary();
    }

    private Cli.Result run(String... arguments) throws IOException, InterruptedException {
        String[] all = Stream.of(
                        Stream.of("run"),
                        Stream.of(arguments),
                        Stream.of(
                                "--out",
                                "out",
                                "--data-dir",
                                temp.resolve("data").toString()))
                .flatMap(words -> words)
                .toArray(String[]::new);
        return Cli.in(directory).run(all);
    }
}
