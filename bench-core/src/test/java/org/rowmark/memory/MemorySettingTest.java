package org.rowmark.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SettingSweep;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** The setting memory of any target, and its steps. */
class MemorySettingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mariadb|LOCAL|192M|innodb_buffer_pool_size=201326592 loose-innodb-buffer-pool-chunk-size=8388608",
                "mysql|LOCAL|3G|innodb_buffer_pool_size=3221225472 loose-innodb-buffer-pool-chunk-size=134217728",
                "postgresql|LOCAL|6400K|shared_buffers=6400kB",
                "firebird|LOCAL|16M|DefaultDbCachePages=2048",
                "sqlserver|CONTAINER|2G|max server memory (MB)=2048",
                "h2|EMBEDDED|16M|CACHE_SIZE=16384",
                "hsqldb|EMBEDDED|16M|hsqldb.cache_size=16384",
                "sqlite|EMBEDDED|16M|cache_size=-16384",
                "derby|EMBEDDED|16M|derby.storage.pageCacheSize=4096"
            })
    void is_replaced_by_the_setting_of_the_server(String database, ServerKind kind, String memory, String own) {
        Target target = Target.builtIn("any", database, kind).withSettings(Map.of("Memory", memory));

        String settings = String.join(
                " ",
                new TreeMap<>(MemorySetting.replacedIn(target).settings())
                        .entrySet().stream().map(Map.Entry::toString).toList());

        assertThat(settings).isEqualTo(own);
    }

    @Test
    void of_a_server_that_runs_already_has_no_chunks_which_only_a_start_can_set() {
        Target target =
                Target.external("far", "mariadb", "jdbc:mariadb://far/x").withSettings(Map.of("memory", "64M"));

        assertThat(MemorySetting.replacedIn(target).settings())
                .isEqualTo(Map.of("innodb_buffer_pool_size", "67108864"));
    }

    @ParameterizedTest
    @CsvSource({"memory, 16M", "Memory, 16M", "CACHE_SIZE, 16384", "cache_size, 16384"})
    void is_followed_by_what_the_server_reports_under_another_name(String name, String value) throws Exception {
        Target target = Targets.builtIn().named("h2").withSettings(Map.of(name, value));

        TargetFacts facts = CheckedTarget.check(target).facts();

        assertThat(facts.followingSettings()).containsExactly("info.CACHE_MAX_SIZE");
        assertThat(facts.serverSettings()).containsEntry("info.CACHE_MAX_SIZE", "16"); // MiB
    }

    @Test
    void is_followed_by_nothing_where_it_is_not_set() {
        assertThat(MemorySetting.followersIn(Targets.builtIn().named("h2"))).isEmpty();
    }

    @Test
    void is_refused_beside_the_setting_of_the_server() {
        Target both =
                Targets.builtIn().named("postgresql").withSettings(Map.of("memory", "64M", "Shared-Buffers", "1GB"));

        assertThatThrownBy(() -> MemorySetting.replacedIn(both))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'postgresql': settings memory and shared_buffers are the same; give one");
    }

    /** The size of the buffer pool of MariaDB would be rounded up to whole chunks of 128 MiB. */
    @ParameterizedTest
    @CsvSource({"mariadb, 6M", "mariadb, 192M", "postgresql, 6400K", "h2, 24M"})
    void is_in_force_as_the_server_reports_it(String name, String size) throws Exception {
        Target target = Targets.builtIn().named(name);
        RequiredServers.assume(target);

        CheckedTarget checked = CheckedTarget.check(target.withSettings(Map.of("memory", size)));

        assertThat(checked.facts().serverSettings()).containsEntry("memory in force", size);
        assertThat(checked.facts().settings()).containsEntry("memory", size);
        assertThat(checked.facts().serverSettings().get("system cache of data files"))
                .matches(
                        name.equals("mariadb")
                                ? "bypassed: innodb_flush_method=O_DIRECT|in use, without innodb_flush_method=O_DIRECT"
                                : "in use: no setting of (PostgreSQL|H2) to bypass it is known");
    }

    @Test
    void makes_a_target_of_each_step_with_direct_files_where_the_server_has_them() {
        List<Target> maria = request("mariadb", "256M").what().targets();

        assertThat(maria)
                .extracting(Target::name)
                .containsExactly(
                        "mariadb-256m", "mariadb-192m", "mariadb-128m", "mariadb-64m", "mariadb-32m", "mariadb-16m");
        assertThat(maria.get(5).settings()).isEqualTo(Map.of("memory", "16M", "innodb_flush_method", "O_DIRECT"));
        assertThat(request("postgresql", "256M").what().targets().get(0).settings())
                .isEqualTo(Map.of("memory", "256M"));
        assertThat(request("mariadb", "256M").what().baseline()).isEqualTo("mariadb-256m");
    }

    @Test
    void gives_way_to_single_sizes_of_the_user() {
        RunOptions options = options("mariadb", "256M")
                .with(RunOption.VARY, new SettingSweep(Map.of("memory", List.of("64M", "8M"))));

        assertThat(resolve(options).what().targets())
                .extracting(target -> target.settings().get("memory"))
                .containsExactly("64M", "8M");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mariadb|4M|--memory 4M: the smallest step 256K is below MariaDB's least innodb_buffer_pool_size, 6M",
                "postgresql|1M|--memory 1M: the smallest step 64K is below PostgreSQL's least shared_buffers, 128K",
                "duckdb|1G|target 'duckdb': memory: DuckDB has no setting of a server's memory that Rowmark knows"
            })
    void is_refused_before_the_start_where_the_server_needs_more_or_has_none(
            String target, String memory, String message) {
        assertThatThrownBy(() -> request(target, memory))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void is_refused_before_the_start_where_one_of_several_sizes_is_too_small() {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("answers"))
                .targets(List.of("mariadb"))
                .with(RunOption.VARY, new SettingSweep(Map.of("memory", List.of("64M", "1M"))));

        assertThatThrownBy(() -> resolve(options))
                .hasMessage("target 'mariadb-1m': setting memory=1M is below MariaDB's least innodb_buffer_pool_size,"
                        + " 6M");
    }

    @Test
    void is_required_by_the_options_that_go_with_it() {
        RunOptions none = RunOptions.NONE.workloads(List.of("answers")).targets(List.of("mariadb"));

        assertThatThrownBy(() -> resolve(none.with(RunOption.DATA_FACTOR, 2.0)))
                .hasMessage("--data-factor 2: goes with --memory");
        assertThatThrownBy(() -> resolve(none.with(RunOption.CGROUP, true)))
                .hasMessage("--cgroup: goes with --memory or --vary memory=SIZE");
        assertThatThrownBy(() -> resolve(options("mariadb", "1G").asAa()))
                .hasMessage("aa: excludes --memory 1G; a target is measured against itself");
    }

    private static RunOptions options(String target, String memory) {
        return RunOptions.NONE
                .workloads(List.of("answers"))
                .targets(List.of(target))
                .withText(RunOption.MEMORY, memory);
    }

    private static RunRequest request(String target, String memory) {
        return resolve(options(target, memory));
    }

    private static RunRequest resolve(RunOptions options) {
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }
}
