package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.workloads.OltpTest.execute;
import static org.rowmark.workloads.OltpTest.terminal;
import static org.rowmark.workloads.OltpTest.warehouses;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.oltp.OltpDataSize;
import org.rowmark.workloads.oltp.Warehouses;

/** The data of the workload oltp in a run: its size, how often it is loaded, and the disks that must have room for it. */
class OltpDataTest {
    private static final Pattern SHORTAGE = Pattern.compile("oltp on (.+) takes about (\\d+) MB, and \\S+ has \\d+ MB"
            + " left; name another directory with --data-dir, or a smaller -p warehouses");

    /** More than any disk takes, and so small that numbers of rows are whole. */
    private static final String MANY = "100000000";

    @TempDir
    private Path temp;

    @Test
    void cells_that_differ_in_what_they_do_with_the_data_are_measured_in_a_run() {
        RunOptions options = oltp(Map.of("warehouses", List.of("2"), "style", List.of("batched", "plain")), "h2");

        assertThat(Plan.of(PoolTest.request(options)).cells())
                .hasSize(2)
                .extracting(PlannedCell::caveat)
                .containsOnly("TPC-C-like mix, not a TPC result");
    }

    @Test
    void the_fork_of_the_second_round_loads_nothing() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses first = warehouses(2);
            execute(terminal(first, 0), 100);
            first.close();
            runs.execute("update rowmark_oltp_item set i_im_id = -1"); // which loading would write again

            warehouses(2).close();

            assertThat(runs.number("select count(*) from rowmark_oltp_item where i_im_id = -1"))
                    .isEqualTo(100);
        }
    }

    @ParameterizedTest
    @CsvSource({"h2, 1", "h2 hsqldb derby, 3"})
    void the_disk_must_have_room_for_the_data_of_all_targets_before_any_is_loaded(String targets, int copies) {
        assertShortage(oltp(Map.of("warehouses", List.of(MANY)), targets.split(" ", -1)), copies);
    }

    @Test
    void each_step_of_memory_has_a_copy_of_the_data() {
        assertShortage(oltp(Map.of("warehouses", List.of(MANY)), "h2").withText(RunOption.MEMORY, "16M"), 6);
    }

    private void assertShortage(RunOptions options, int copies) {
        assertThatThrownBy(() -> BenchmarkRun.run(Plan.of(PoolTest.request(options)), RunListener.NONE))
                .isInstanceOf(UsageException.class)
                .message()
                .satisfies(message -> {
                    Matcher shortage = SHORTAGE.matcher(message);
                    assertThat(shortage.matches()).as(message).isTrue();
                    assertThat(shortage.group(1).split(", ", -1)).hasSize(copies);
                    long ofOne = new OltpDataSize().diskBytes(Map.of("warehouses", MANY));
                    assertThat(Long.parseLong(shortage.group(2))).isEqualTo(copies * ofOne / 1_000_000);
                });
        assertThat(temp.resolve("out")).doesNotExist();
    }

    private RunOptions oltp(Map<String, List<String>> parameters, String... targets) {
        return RunOptions.NONE
                .workloads(List.of("oltp"))
                .targets(List.of(targets))
                .parameters(parameters)
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.DATA_DIR, temp.resolve("data"))
                .with(RunOption.OUT, temp.resolve("out"));
    }
}
