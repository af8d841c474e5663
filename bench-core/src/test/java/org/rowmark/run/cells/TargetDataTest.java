package org.rowmark.run.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.run.cells.CachedRuns.options;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.Targets;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.TargetEnvironment.DataAmount;
import org.rowmark.result.TargetEnvironment.DataOrigin;
import org.rowmark.workload.Workloads;

/** Data that is loaded once and copied from the cache for later runs, on real servers, installed or as artifacts. */
class TargetDataTest {
    @AutoClose
    private final CachedRuns runs;

    TargetDataTest(@TempDir Path temp) throws IOException {
        runs = new CachedRuns(temp);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "h2-tcp", "mariadb", "firebird"})
    void the_second_run_loads_nothing_and_its_writes_stay_out_of_the_cache(String target) throws IOException {
        DataOrigin first = runs.run(options(target));
        Map<String, String> kept = contents(runs.entry());
        runs.execute("delete from rowmark_finder_300");
        DataOrigin second = runs.run(options(target));

        assertThat(first.loadMillis()).isPositive();
        assertThat(first.copyMillis()).isPresent();
        assertThat(second.loadMillis()).isZero();
        assertThat(second.copyMillis()).isPresent();
        assertThat(runs.made()).hasSize(2);
        assertThat(runs.made().get(0)).startsWith(target + ": data loaded in ").contains("kept in the cache (");
        assertThat(runs.made().get(1)).startsWith(target + ": data copied from the cache in ");
        assertThat(runs.found()).containsExactly(300L, 300L);
        assertThat(contents(runs.entry())).isEqualTo(kept).isNotEmpty();
    }

    @Test
    void a_server_starts_once_for_its_check_and_its_data_and_then_once_for_each_round() throws IOException {
        runs.run(options("postgresql")
                .with(RunOption.DATA_CACHE, DataCacheMode.OFF)
                .with(RunOption.ROUNDS, 2));

        assertThat(runs.log("postgresql").lines().filter(line -> line.contains("starting PostgreSQL")))
                .hasSize(1 + 2);
    }

    @Test
    void the_second_run_of_a_server_from_artifacts_loads_nothing() throws IOException {
        runs.lendDownloads();

        runs.run(options("mysql-5.7"));

        assertThat(runs.run(options("mysql-5.7")).loadMillis()).isZero();
        assertThat(runs.found()).containsExactly(300L, 300L);
    }

    @Test
    void configurations_and_a_second_run_share_what_the_first_has_loaded_and_their_writes_stay_out_of_the_cache()
            throws IOException {
        runs.execute("delete from rowmark_finder_300");
        List<DataOrigin> origins =
                runs.runAll(options("postgresql").withText(RunOption.VARY, "synchronous_commit=on,off"));
        Map<String, String> kept = contents(runs.entry());
        DataOrigin second = runs.run(options("postgresql"));

        assertThat(origins)
                .hasSize(2)
                .allSatisfy(origin -> assertThat(origin.copyMillis()).isPresent());
        assertThat(origins.get(0).loadMillis()).isPositive();
        assertThat(origins.get(1).loadMillis()).isZero();
        assertThat(second.loadMillis()).isZero();
        assertThat(second.copyMillis()).isPresent();
        assertThat(runs.made().get(0)).contains(": data loaded in ", "kept in the cache (");
        assertThat(runs.made()).last().asString().startsWith("postgresql: data copied from the cache in ");
        assertThat(runs.found()).containsExactly(300L, 300L, 300L);
        assertThat(contents(runs.entry())).isEqualTo(kept).isNotEmpty();
    }

    @Test
    void without_a_seed_two_runs_have_the_same_data_and_the_command_repeats_it() {
        RunOptions unseeded = RunOptions.NONE.workloads(List.of("finder")).targets(List.of("h2-tcp"));
        RunRequest request = RunRequest.resolve(unseeded, Workloads.all(), Targets.builtIn());

        assertThat(request.data().seed()).isOne();
        assertThat(request.output().command()).contains("--seed " + request.seed() + " --data-seed 1");
        assertThat(RunRequest.resolve(unseeded.with(RunOption.SEED, 9L), Workloads.all(), Targets.builtIn())
                        .data()
                        .seed())
                .isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void an_embedded_database_gets_a_copy_of_the_files_that_the_first_run_has_kept(String target) throws IOException {
        DataOrigin first = runs.run(options(target));
        runs.execute("delete from rowmark_finder_300");
        runs.run(options(target));
        DataOrigin third = runs.run(options(target));

        assertThat(first.loadMillis()).isPositive();
        assertThat(first.amounts()).containsExactly(new DataAmount(300, 300 * Long.BYTES));
        assertThat(third.loadMillis()).isZero();
        assertThat(third.copyMillis()).isPresent();
        assertThat(runs.found()).containsExactly(300L, 300L, 300L);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"derby", "hsqldb"})
    void the_other_embedded_databases_do_so_too(String target) throws IOException {
        an_embedded_database_gets_a_copy_of_the_files_that_the_first_run_has_kept(target);
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
