package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;

/**
 * Restores from the command line: what they record, what they leave, how they refuse wrong input. The tests of each
 * restorer have that in their own JVM.
 */
@Tag("slow")
class RestoreIT {
    private static final String SCALE = "0.0005";

    /** Of all tests: the backups of generated data are made once for each database. */
    @TempDir
    static Path cache;

    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Test
    void restores_on_embedded_databases_and_leaves_nothing_but_the_run() throws Exception {
        Cli.Result result = run("restore", "--target", "h2", "--target", "sqlite", "--scale", SCALE, "--rounds", "2");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = record();
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
        assertThat(record.manifest().request().scale()).contains(0.0005);
        assertThat(record.samples()).hasSize(4).allSatisfy(sample -> {
            assertThat(sample.mode()).isEqualTo("ss");
            assertThat(sample.unit()).isEqualTo("s/op");
            assertThat(sample.warmup()).isFalse();
            assertThat(sample.secondary()).containsKeys("backup", "database", "phase.durable");
        });
        assertThat(filesOf(temp.resolve("data"))).isEmpty();
        assertThat(filesOf(cache)).anyMatch(file -> file.contains("backups/h2"));
    }

    @Test
    void reports_phases_and_page_sizes_and_skips_what_the_database_cannot() throws Exception {
        RequiredServers.assume("firebird");

        Cli.Result result = run(
                "restore",
                "--target",
                "firebird",
                "-p",
                "way=gbak-service,pg_restore",
                "-p",
                "indexes=active,inactive",
                "-p",
                "pageSize=2048,16384",
                "--scale",
                SCALE,
                "--rounds",
                "1");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = record();
        assertThat(record.count(Outcome.OK)).isEqualTo(4);
        assertThat(record.count(Outcome.SKIPPED)).isEqualTo(4);
        assertThat(record.outcomes().stream()
                        .filter(outcome -> outcome.outcome() == Outcome.SKIPPED)
                        .map(CellOutcome::reason))
                .allMatch(reason -> reason.contains("has no restore method pg_restore"));
        assertThat(record.samples()).hasSize(4).allSatisfy(sample -> {
            assertThat(sample.secondary()).containsKeys("phase.data", "phase.indexes", "page-size");
            String asked = record.manifest()
                    .cells()
                    .get(sample.cell() - 1)
                    .parameters()
                    .get("pageSize");
            assertThat(sample.secondary().get("page-size").score()).isEqualTo(asked.equals("2048") ? 4096 : 16384);
        });
        assertThat(record.manifest().targets().get(0).programs()).containsKey("gbak");
        assertThat(directory.resolve("out").resolve("firebird-programs.log"))
                .content()
                .contains("restoring data for table");
    }

    @Test
    void a_file_that_is_no_backup_fails_the_cell_in_one_line_and_leaves_nothing() throws Exception {
        RequiredServers.assume("firebird");
        Files.writeString(directory.resolve("letter.fbk"), "Dear Sir or Madam,\n");

        Cli.Result result = run(
                "restore", "--target", "firebird", "--backup", "letter.fbk", "--rounds", "1", "-p", "way=gbak-service");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        assertThat(record().outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(outcome.reason()).contains("is no backup by gbak").doesNotContain("\n");
        });
        assertThat(filesOf(temp.resolve("data"))).isEmpty();
    }

    @Test
    void restores_a_backup_of_the_users_own() throws Exception {
        RequiredServers.assume("firebird");
        Optional<String> made = backup();
        if (made.isEmpty()) { // by no other test before
            run("restore", "--target", "firebird", "--scale", SCALE, "--rounds", "1");
            Files.move(directory.resolve("out"), directory.resolve("first"));
            made = backup();
        }
        Files.copy(Path.of(made.orElseThrow()), directory.resolve("ours.fbk"));

        Cli.Result result = run("restore", "--target", "firebird", "--backup", "ours.fbk", "--rounds", "1");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(record().samples()).hasSize(1);
        assertThat(record().manifest().request().scale()).isEmpty();
    }

    @Test
    void the_study_varies_way_indexes_page_size_and_server_mode() throws Exception {
        RequiredServers.assume("firebird");

        Cli.Result result = Cli.in(directory)
                .run("run", "--study", "restore", "--target", "firebird", "--design", "full", "--dry-run");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        for (String way : List.of("gbak-tcp", "gbak-local", "gbak-service", "api-service", "api-streaming")) {
            for (String mode : List.of("super", "superclassic", "classic")) {
                assertThat(result.out()).containsPattern("pageSize=8192 way=" + way + " on firebird-" + mode + "\\b");
            }
        }
    }

    private static Optional<String> backup() throws IOException {
        return filesOf(cache).stream()
                .filter(file -> file.contains("backups/firebird") && file.endsWith("/backup"))
                .findFirst();
    }

    private Cli.Result run(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--out", "out", "--data-dir", temp.resolve("data").toString()));
        return Cli.in(directory).andCache(cache).run(all.toArray(String[]::new));
    }

    private RunRecord record() throws IOException {
        return RunDirectory.read(directory.resolve("out"));
    }

    private static List<String> filesOf(Path root) throws IOException {
        if (Files.notExists(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).map(Path::toString).toList();
        }
    }
}
