package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.DataCacheMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetEnvironment.DataOrigin;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.Sql;
import org.rowmark.workload.Workloads;

/** Data that is loaded once and copied from the cache for later runs, on real servers, installed or as artifacts. */
class TargetDataTest {
    private static final String TABLE = "rowmark_finder_300";
    private static final List<String> DOWNLOADED = List.of("artifacts", "servers");

    /** What one run kept, for the tests that begin with it. */
    @TempDir
    static Path kept;

    @TempDir
    Path temp;

    private final List<Long> found = new ArrayList<>();
    private final List<String> made = new ArrayList<>();
    private Path downloads;
    private Optional<String> before;
    private Optional<String> statement = Optional.empty();
    private int runs;

    @BeforeEach
    void takeCacheOfItsOwn() throws IOException {
        before = Optional.ofNullable(System.getProperty(CacheDirectory.PROPERTY));
        downloads = CacheDirectory.directory();
        System.setProperty(
                CacheDirectory.PROPERTY,
                Files.createDirectory(temp.resolve("cache")).toString());
    }

    @AfterEach
    void giveCacheBack() throws IOException {
        for (String name : DOWNLOADED) {
            Files.deleteIfExists(temp.resolve("cache").resolve(name)); // the links
        }
        before.ifPresentOrElse(
                value -> System.setProperty(CacheDirectory.PROPERTY, value),
                () -> System.clearProperty(CacheDirectory.PROPERTY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2-tcp", "mariadb", "postgresql", "firebird"})
    void the_second_run_loads_nothing_and_its_writes_stay_out_of_the_cache(String target) throws IOException {
        DataOrigin first = run(options(target)).get(0);
        Map<String, String> kept = contents(entry());
        statement = Optional.of("delete from " + TABLE);
        DataOrigin second = run(options(target)).get(0);

        assertThat(first.loadMillis()).isPositive();
        assertThat(first.copyMillis()).isPresent();
        assertThat(second.loadMillis()).isZero();
        assertThat(second.copyMillis()).isPresent();
        assertThat(made).hasSize(2);
        assertThat(made.get(0)).startsWith(target + ": data loaded in ").contains("kept in the cache (");
        assertThat(made.get(1)).startsWith(target + ": data copied from the cache in ");
        assertThat(found).containsExactly(300L, 300L);
        assertThat(contents(entry())).isEqualTo(kept).isNotEmpty();
    }

    @Test
    void the_second_run_of_a_server_from_artifacts_loads_nothing() throws IOException {
        for (String name : DOWNLOADED) {
            Files.createDirectories(downloads.resolve(name));
            Files.createSymbolicLink(temp.resolve("cache").resolve(name), downloads.resolve(name));
        }

        run(options("mysql-5.7"));

        assertThat(run(options("mysql-5.7")).get(0).loadMillis()).isZero();
        assertThat(found).containsExactly(300L, 300L);
    }

    @ParameterizedTest
    @CsvSource({"mariadb, innodb-page-size=8192", "postgresql, default_statistics_target=50"})
    void another_setting_that_the_files_depend_on_loads_anew(String target, String setting) throws IOException {
        run(options(target));

        assertThat(run(options(target).withText(RunOption.VARY, setting)).get(0).loadMillis())
                .isPositive();
        assertThat(made).hasSize(2).allMatch(text -> text.contains("kept in the cache"));
    }

    @Test
    void another_seed_or_size_loads_anew() throws IOException {
        keepEntry();

        assertThat(run(options("h2-tcp").with(RunOption.SEED, 8L)).get(0).loadMillis())
                .isPositive();
        assertThat(run(options("h2-tcp").parameters(Map.of("rows", List.of("301"))))
                        .get(0)
                        .loadMillis())
                .isPositive();
        assertThat(run(options("h2-tcp")).get(0).loadMillis()).isZero();
    }

    @Test
    void configurations_of_a_run_share_what_the_first_has_loaded() throws IOException {
        List<DataOrigin> origins =
                run(options("mariadb").withText(RunOption.VARY, "innodb_flush_log_at_trx_commit=0,1"));

        assertThat(origins)
                .hasSize(2)
                .allSatisfy(origin -> assertThat(origin.copyMillis()).isPresent());
        assertThat(origins.get(0).loadMillis()).isPositive();
        assertThat(origins.get(1).loadMillis()).isZero();
        assertThat(found).containsExactly(300L, 300L);
    }

    @ParameterizedTest
    @CsvSource({"h2-tcp, files/rowmark.mv.db", "postgresql, files/data/global/pg_control"})
    void a_damaged_entry_is_loaded_again_and_replaced(String target, String file) throws IOException {
        run(options(target));
        Path damaged = entry().resolve(file);
        Files.write(damaged, new byte[Math.toIntExact(Files.size(damaged))]);

        assertThat(run(options(target)).get(0).loadMillis()).isPositive();
        assertThat(made.get(1)).contains("data in the cache is not used, but loaded (" + entry().getFileName() + "): ");
        assertThat(run(options(target)).get(0).loadMillis()).isZero();
        assertThat(found).containsExactly(300L, 300L, 300L);
    }

    @Test
    void an_entry_of_other_rows_is_loaded_again_and_replaced() throws IOException {
        keepEntry();
        Path right = entry();
        Path aside = Files.move(right, temp.resolve("aside"));
        run(options("h2-tcp").with(RunOption.SEED, 8L));
        Path other = entry();
        String description = Files.readString(other.resolve("entry.json"))
                .replace("seed 8", "seed 7")
                .replace(other.getFileName().toString(), right.getFileName().toString());
        Files.writeString(other.resolve("entry.json"), description);
        Files.move(other, right);

        assertThat(run(options("h2-tcp")).get(0).loadMillis()).isPositive();
        assertThat(made.get(1)).endsWith("its rows are not those that were kept");
        assertThat(run(options("h2-tcp")).get(0).loadMillis()).isZero();
        assertThat(aside).exists();
    }

    @Test
    void a_half_written_entry_is_not_used() throws IOException {
        keepEntry();
        Files.delete(entry().resolve("entry.json"));

        assertThat(run(options("h2-tcp")).get(0).loadMillis()).isPositive();
        assertThat(made).noneMatch(text -> text.contains("is not used"));
        assertThat(run(options("h2-tcp")).get(0).loadMillis()).isZero();
    }

    @Test
    void data_that_is_loaded_at_once_takes_no_disk_space() throws IOException {
        RunOptions auto = options("h2-tcp").with(RunOption.DATA_CACHE, DataCacheMode.AUTO);

        DataOrigin origin = run(auto).get(0);

        assertThat(origin.copyMillis()).isEmpty();
        assertThat(temp.resolve("cache/data")).doesNotExist();
        keepEntry();
        assertThat(run(auto).get(0).copyMillis()).isPresent();
        assertThat(run(auto.with(RunOption.DATA_CACHE, DataCacheMode.OFF))
                        .get(0)
                        .loadMillis())
                .isPositive();
    }

    @Test
    void without_a_seed_two_runs_have_the_same_data_and_the_command_repeats_it() throws IOException {
        RunOptions unseeded = RunOptions.NONE.workloads(List.of("finder")).targets(List.of("h2-tcp"));
        RunRequest request = RunRequest.resolve(unseeded, Workloads.all(), Targets.builtIn());

        assertThat(request.data().seed()).isOne();
        assertThat(request.command()).contains("--seed " + request.seed() + " --data-seed 1");
        assertThat(RunRequest.resolve(unseeded.with(RunOption.SEED, 9L), Workloads.all(), Targets.builtIn())
                        .data()
                        .seed())
                .isEqualTo(9);
    }

    @Test
    void an_embedded_database_loads_its_data() throws IOException {
        DataOrigin origin = run(options("h2")).get(0);

        assertThat(origin.loadMillis()).isPositive();
        assertThat(origin.copyMillis()).isEmpty();
    }

    private static RunOptions options(String target) {
        RequiredServers.assume(Targets.builtIn().named(target));
        return RunOptions.NONE
                .workloads(List.of("finder"))
                .targets(List.of(target))
                .parameters(Map.of("rows", List.of("300")))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.SEED, 7L)
                .with(RunOption.DATA_CACHE, DataCacheMode.ON);
    }

    /** Runs with forks that count the rows, and execute the statement if there is one. */
    private List<DataOrigin> run(RunOptions options) throws IOException {
        Path out = temp.resolve("out" + runs++);
        RunListener listener = new RunListener() {
            @Override
            public void made(String target, String text) {
                made.add(target + ": " + text);
            }
        };
        RunRecord record = BenchmarkRun.run(
                Plan.of(RunRequest.resolve(
                        options.with(RunOption.OUT, out).with(RunOption.DATA_DIR, temp.resolve("servers")),
                        Workloads.all(),
                        Targets.builtIn())),
                listener,
                this::fork);
        assertThat(record.summaries().values())
                .allSatisfy(summary -> assertThat(summary.outcome()).isEqualTo(Outcome.OK));
        return record.manifest().targets().stream()
                .map(TargetFacts::environment)
                .map(environment -> environment.dataOrigin().orElseThrow())
                .toList();
    }

    private BenchmarkResult fork(Fork fork, SampleRecorder recorder) throws RunnerException {
        try {
            RunningTarget running = EndpointFile.read(fork.endpointFile());
            String table =
                    "rowmark_finder_" + fork.cell().planned().parameters().get("rows");
            try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                if (table.equals(TABLE)) {
                    found.add(Sql.number(connection, "select count(*) from " + table));
                }
                if (statement.isPresent()) {
                    Sql.execute(connection, statement.get());
                }
            }
        } catch (IOException | SQLException e) {
            throw new RunnerException(e);
        }
        return FakeForks.ofOneIteration((cell, time) -> 1).measure(fork, recorder);
    }

    /** Gives the cache the entry of a run on h2-tcp. */
    private void keepEntry() throws IOException {
        Path data = temp.resolve("cache/data");
        if (Files.notExists(kept.resolve("data"))) {
            run(options("h2-tcp"));
            found.clear();
            made.clear();
            PathUtils.copyDirectory(data, kept.resolve("data"), StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            PathUtils.copyDirectory(kept.resolve("data"), data, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private Path entry() throws IOException {
        try (Stream<Path> entries = Files.list(temp.resolve("cache/data"))) {
            return entries.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    private static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory.resolve("files"))) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> contents.put(directory.relativize(file).toString(), hash(file)));
        }
        return contents;
    }

    private static String hash(Path file) {
        try {
            return DigestUtils.sha256Hex(Files.readAllBytes(file))
                    + PathUtils.getLastModifiedFileTime(file)
                    + Files.getPosixFilePermissions(file)
                    + Files.getOwner(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
