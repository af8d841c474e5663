package org.rowmark.run.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.run.cells.CachedRuns.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.TargetEnvironment.DataOrigin;

/** Data that is loaded, although the cache has an entry, on real servers. */
class UnusedDataTest {
    /** The entries of one run on each target, for the tests that begin with them. */
    @TempDir
    static Path kept;

    @AutoClose
    private final CachedRuns runs;

    UnusedDataTest(@TempDir Path temp) throws IOException {
        runs = new CachedRuns(temp);
    }

    /** DataFilesTest has these settings of each product. */
    @Tag("slow")
    @Test
    void another_setting_that_the_files_depend_on_loads_anew() throws IOException {
        runs.keepEntry("postgresql", kept);

        assertThat(runs.run(options("postgresql").withText(RunOption.VARY, "default_statistics_target=50"))
                        .loadMillis())
                .isPositive();
        assertThat(runs.made()).singleElement().asString().contains("kept in the cache");
        assertThat(runs.entries()).hasSize(2);
    }

    @Tag("slow")
    @Test
    void another_seed_or_size_loads_anew() throws IOException {
        runs.keepEntry("h2-tcp", kept);

        assertThat(runs.run(options("h2-tcp").with(RunOption.SEED, 8L)).loadMillis())
                .isPositive();
        assertThat(runs.run(options("h2-tcp").parameters(Map.of("rows", List.of("301"))))
                        .loadMillis())
                .isPositive();
        assertThat(runs.run(options("h2-tcp")).loadMillis()).isZero();
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"h2-tcp, files/rowmark.mv.db", "mariadb, files/data/ibdata1", "postgresql, files/data/global/pg_control"
    })
    void a_damaged_entry_is_loaded_again_and_replaced(String target, String file) throws IOException {
        runs.keepEntry(target, kept);
        Path entry = runs.entry();
        Path damaged = entry.resolve(file);
        Files.write(damaged, new byte[Math.toIntExact(Files.size(damaged))]);

        assertIsReplaced(runs.run(options(target)));

        assertThat(runs.made().get(0))
                .contains("data in the cache is not used, but loaded (" + entry.getFileName() + "): ");
        assertThat(runs.found()).containsExactly(300L);
    }

    /** The data was loaded and kept, and what was kept was copied, and found to be right by another start of the server. */
    private static void assertIsReplaced(DataOrigin origin) {
        assertThat(origin.loadMillis()).isPositive();
        assertThat(origin.copyMillis()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = "h2")
    void an_entry_of_other_rows_is_loaded_again_and_replaced(String target) throws IOException {
        runs.keepEntry(target, kept);
        Path right = runs.entry();
        Path aside = Files.move(right, runs.data().resolveSibling("aside"));
        runs.run(options(target).with(RunOption.SEED, 8L));
        Path other = runs.entry();
        Files.move(other, right);

        assertIsReplaced(runs.run(options(target)));

        assertThat(runs.made().get(1)).endsWith("its rows are not those that were kept");
        assertThat(aside).exists();
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = "h2-tcp")
    void an_entry_of_other_rows_is_replaced_where_a_server_is_started_too(String target) throws IOException {
        an_entry_of_other_rows_is_loaded_again_and_replaced(target);
    }

    @Tag("slow")
    @Test
    void data_that_is_loaded_at_once_takes_no_disk_space() throws IOException {
        RunOptions auto = options("h2-tcp").with(RunOption.DATA_CACHE, DataCacheMode.AUTO);

        DataOrigin origin = runs.run(auto);

        assertThat(origin.copyMillis()).isEmpty();
        assertThat(runs.data()).doesNotExist();
        runs.keepEntry("h2-tcp", kept);
        assertThat(runs.run(auto).copyMillis()).isPresent();
        assertThat(runs.run(auto.with(RunOption.DATA_CACHE, DataCacheMode.OFF)).loadMillis())
                .isPositive();
    }
}
