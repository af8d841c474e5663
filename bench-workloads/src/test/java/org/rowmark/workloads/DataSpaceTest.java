package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.oltp.OltpDataSize;

/** The room that the disk must have before the data of a run is loaded. */
class DataSpaceTest {
    /** More than any disk takes, and so small that numbers of rows are whole. */
    private static final String MANY = "100000000";

    /** Likewise. */
    private static final String LARGEST = "900000";

    private static final long MEGABYTE = 1_000_000;

    @TempDir
    private Path temp;

    @ParameterizedTest
    @CsvSource({"h2, 1", "h2 hsqldb derby, 3"})
    void is_that_of_the_data_of_all_targets(String targets, int copies) {
        assertOltp(options("oltp", targets.split(" ", -1)), copies);
    }

    @Test
    void has_a_copy_of_the_data_for_each_step_of_memory() {
        assertOltp(options("oltp", "h2").withText(RunOption.MEMORY, "16M"), 6);
    }

    @Test
    void has_the_data_of_each_size_once() {
        RunOptions options = options("oltp", "h2")
                .parameters(Map.of("warehouses", List.of(MANY, "1"), "style", List.of("batched", "plain")));
        OltpDataSize size = new OltpDataSize();

        assertShortage(
                options,
                "oltp on (.+) takes about (\\d+) MB, .+",
                1,
                size.diskBytes(Map.of("warehouses", MANY)) + size.diskBytes(Map.of("warehouses", "1")));
    }

    private void assertOltp(RunOptions options, int copies) {
        assertShortage(
                options.parameters(Map.of("warehouses", List.of(MANY))),
                "oltp on (.+) takes about (\\d+) MB, .+, or a smaller -p warehouses",
                copies,
                new OltpDataSize().diskBytes(Map.of("warehouses", MANY)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-queries", "spatial", "page-fill"})
    void is_there_for_data_whose_size_the_scale_sets(String workload) {
        long ofOne = Workloads.all()
                .named(workload)
                .newPreparation()
                .diskBytes(new WorkloadOptions(Map.of("scale", LARGEST)));

        assertShortage(
                options(workload, "h2").withText(RunOption.SCALE, LARGEST).withText(RunOption.MEMORY, "16M"),
                workload + " on (.+) takes about (\\d+) MB, .+, or a smaller --scale",
                6,
                ofOne);
    }

    private void assertShortage(RunOptions options, String sentence, int copies, long ofOne) {
        assertThatThrownBy(() -> BenchmarkRun.run(Plan.of(PoolTest.request(options)), RunListener.NONE))
                .isInstanceOf(UsageException.class)
                .message()
                .satisfies(message -> {
                    Matcher shortage = Pattern.compile(sentence).matcher(message);
                    assertThat(shortage.matches()).as(message).isTrue();
                    assertThat(shortage.group(1).split(", ", -1)).hasSize(copies);
                    assertThat(Long.parseLong(shortage.group(2))).isEqualTo(copies * ofOne / MEGABYTE);
                    assertThat(message)
                            .containsPattern("and \\S+ has \\d+ MB left; name another directory with --data-dir");
                });
        assertThat(temp.resolve("out")).doesNotExist();
    }

    private RunOptions options(String workload, String... targets) {
        return RunOptions.NONE
                .workloads(List.of(workload))
                .targets(List.of(targets))
                .with(RunOption.ROUNDS, 1)
                .withText(RunOption.TIMEOUT, "30s") // of the loading that must not begin
                .with(RunOption.DATA_DIR, temp.resolve("data"))
                .with(RunOption.OUT, temp.resolve("out"));
    }
}
