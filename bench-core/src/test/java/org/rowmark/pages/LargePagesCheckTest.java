package org.rowmark.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.Bench;
import org.rowmark.run.FakeForks;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Targets with large-pages, on real servers. */
class LargePagesCheckTest {
    private static final Path NUMBER = Path.of("/proc/sys/vm/nr_hugepages");
    private static final int PAGES_OF_ONE_GIBIBYTE = 512;

    @TempDir
    Path temp;

    @Test
    void skips_a_database_without_such_a_setting() throws IOException {
        RunRecord record = run(options("h2-mem", "large-pages=off,on"));

        assertThat(record.outcomes()).hasSize(2).allSatisfy(outcome -> {
            assertThat(outcome.outcome()).isEqualTo(Outcome.SKIPPED);
            assertThat(outcome.reason()).isEqualTo("H2: large-pages: H2 has no such setting");
        });
        assertThat(record.manifest().targets())
                .extracting(target -> target.settings().get("large-pages"))
                .containsExactly("off", "on");
    }

    @Test
    void refuses_what_is_neither_on_nor_off() {
        assertThatThrownBy(() -> request(options("h2-mem", "large-pages=off,maybe")))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'h2-mem-maybe': setting large-pages=maybe: give on or off");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"mariadb, innodb_buffer_pool_size=1G", "postgresql, shared_buffers=1GB"})
    void names_the_line_to_execute_where_there_are_too_few_pages(String target, String memory) throws IOException {
        RequiredServers.assume(Targets.builtIn().named(target));
        assumeTrue(Files.exists(NUMBER), "no huge pages on this system");
        assumeTrue(number() < PAGES_OF_ONE_GIBIBYTE, "so many huge pages that the servers have enough");

        RunRecord record = run(options(target, "large-pages=off,on", "--vary", memory));

        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsExactly(Outcome.SKIPPED, Outcome.OK);
        assertThat(record.outcomes().get(0).reason())
                .contains("large-pages=on: ")
                .containsPattern("; execute as root: sysctl -w vm.nr_hugepages=[5-9]\\d\\d$");
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "postgresql"})
    void measures_servers_that_hold_huge_pages_beside_those_that_hold_none(String target) throws IOException {
        RequiredServers.assume(Targets.builtIn().named(target));
        assumeTrue(Files.exists(NUMBER), "no huge pages on this system");

        RunRecord record = run(options(target, "large-pages=off,on"));

        assumeTrue(
                record.count(Outcome.SKIPPED) == 0,
                () -> record.outcomes().get(0).reason());
        Map<String, String> off = settings(record, target + "-off");
        Map<String, String> on = settings(record, target + "-on");
        assertThat(off).containsEntry("huge pages held", "0 MiB").containsKey("transparent huge pages held");
        assertThat(on.get("huge pages held")).matches("[1-9]\\d* MiB");
    }

    private static int number() throws IOException {
        return Integer.parseInt(Files.readAllLines(NUMBER).get(0)); // readString reads the first digit only
    }

    private static Map<String, String> settings(RunRecord record, String name) {
        return record.manifest().targets().stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .map(TargetFacts::serverSettings)
                .orElseThrow();
    }

    private RunOptions options(String target, String... vary) {
        return Bench.options(
                        Workloads.all().of(Answers.class),
                        Stream.concat(Stream.of("--vary"), Stream.of(vary)).toArray(String[]::new))
                .targets(List.of(target))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
    }

    private static RunRequest request(RunOptions options) {
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }

    private static RunRecord run(RunOptions options) throws IOException {
        return FakeForks.run(Plan.of(request(options)), RunListener.NONE, FakeForks.ofOneIteration((cell, time) -> 1));
    }
}
