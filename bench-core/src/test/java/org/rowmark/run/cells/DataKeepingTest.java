package org.rowmark.run.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.run.cells.CachedRuns.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.options.RunOptions;
import org.rowmark.result.TargetEnvironment.DataOrigin;
import org.rowmark.run.DataKeeping;
import org.rowmark.run.output.RunListener;

/** Data that is loaded without a run and found by later ones, until it is removed. */
class DataKeepingTest {
    @AutoClose
    private final CachedRuns runs;

    private final Path temp;

    DataKeepingTest(@TempDir Path temp) throws IOException {
        this.temp = temp;
        runs = new CachedRuns(temp);
    }

    @ParameterizedTest
    @ValueSource(strings = "h2")
    void is_in_the_cache_for_later_runs_until_it_is_removed(String target) throws IOException {
        KeptData first = prepare(target);
        KeptData again = prepare(target);
        DataOrigin ofRun = runs.run(options(target));
        KeptData removed = clean(target);

        assertThat(first.problems()).isEmpty();
        assertThat(first.place()).startsWith("cache: data/" + target);
        assertThat(first.bytes().orElseThrow()).isPositive();
        assertThat(first.data())
                .singleElement()
                .satisfies(data -> assertThat(data.rows()).isEqualTo(300));
        assertThat(again.place()).isEqualTo(first.place());
        assertThat(ofRun.loadMillis()).isZero();
        assertThat(ofRun.copyMillis()).isPresent();
        assertThat(removed.place()).isEqualTo("removed from the " + first.place());
        assertThat(runs.entries()).isEmpty();
        assertThat(clean(target).place()).isEqualTo("none was there");
        assertThat(temp.resolve("servers")).isEmptyDirectory();
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "postgresql", "sqlite"})
    void is_in_the_cache_of_the_other_targets_too(String target) throws IOException {
        is_in_the_cache_for_later_runs_until_it_is_removed(target);
    }

    @Test
    void of_several_workloads_serves_a_run_of_one_of_them() throws IOException {
        RunOptions both = options("h2").parameters(Map.of("rows", List.of("300", "200")));
        KeptData first = prepare(both);
        KeptData again = prepare("h2");

        assertThat(first.data()).hasSize(2);
        assertThat(again.place()).isEqualTo(first.place());
        assertThat(runs.run(options("h2")).loadMillis()).isZero();
        assertThat(clean("h2").place()).isEqualTo("stays with other data in the " + first.place());
        assertThat(runs.entries()).hasSize(1);
    }

    @Test
    void is_in_the_tables_of_a_database_of_its_own_also_after_runs_until_it_is_removed() throws IOException {
        KeptData first = prepare("mine");
        DataOrigin ofRun = runs.run(options("mine"));
        DataOrigin ofNext = runs.run(options("mine"));

        assertThat(first.problems()).isEmpty();
        assertThat(first.place()).isEqualTo("its database");
        assertThat(ofRun.loadMillis()).isZero();
        assertThat(ofNext.words()).isEqualTo("found in the database");
        assertThat(clean("mine").place()).isEqualTo("removed from its database");
        assertThat(clean("mine").place()).isEqualTo("none was there");
        assertThat(runs.run(options("mine")).loadMillis()).isPositive();
    }

    @Test
    void does_not_stay_in_memory() throws IOException {
        assertThat(prepare("h2-mem").problems())
                .containsExactly("h2-mem: its data does not stay: the database ends with its process");
    }

    private KeptData prepare(String target) throws IOException {
        return prepare(options(target));
    }

    private KeptData prepare(RunOptions options) throws IOException {
        List<KeptData> kept = new ArrayList<>();
        DataKeeping.prepare(runs.plan(options), RunListener.NONE, kept::add);
        return kept.get(0);
    }

    private KeptData clean(String target) throws IOException {
        List<KeptData> kept = new ArrayList<>();
        DataKeeping.clean(runs.plan(options(target)), RunListener.NONE, kept::add);
        return kept.get(0);
    }
}
