package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.workloads.OltpTest.ONE;
import static org.rowmark.workloads.OltpTest.TWO;
import static org.rowmark.workloads.OltpTest.execute;
import static org.rowmark.workloads.OltpTest.terminal;
import static org.rowmark.workloads.OltpTest.warehouses;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.result.PlannedCell;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.Warehouses;

/** The data of the workload oltp in a run, and how often it is loaded. */
class OltpDataTest {
    @TempDir
    private Path temp;

    @Test
    void cells_that_differ_in_what_they_do_with_the_data_are_measured_in_a_run() {
        RunOptions options = oltp(Map.of("warehouses", List.of("2"), "style", List.of("batched", "plain")), "h2");

        assertThat(Plan.of(PoolTest.request(options)).cells())
                .hasSize(2)
                .extracting(PlannedCell::caveat)
                .allSatisfy(caveat -> assertThat(caveat).startsWith("TPC-C-like mix, not a TPC result"));
    }

    @Test
    void the_fork_of_the_second_round_loads_nothing() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses first = warehouses(2);
            executeAndCount(first);
            first.close();
            runs.execute("update " + TWO + "item set i_im_id = -1"); // which loading would write again

            warehouses(2).close();

            assertThat(runs.number("select count(*) from " + TWO + "item where i_im_id = -1"))
                    .isEqualTo(100);
        }
    }

    @Test
    void forks_of_different_sizes_load_nothing_after_the_first_of_each() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            warehouses(1).close();
            warehouses(2).close();
            runs.execute("update " + ONE + "item set i_im_id = -1");
            runs.execute("update " + TWO + "item set i_im_id = -2");
            Warehouses one = warehouses(1);
            executeAndCount(one);
            Warehouses two = warehouses(2);

            one.close();
            two.close();

            assertThat(runs.number("select sum(i_im_id) from " + ONE + "item")).isEqualTo(-100);
            assertThat(runs.number("select sum(i_im_id) from " + TWO + "item")).isEqualTo(-200);
            assertThat(runs.number("select count(*) from " + ONE + "history")).isEqualTo(10 * 30);
            assertThat(runs.number("select count(*) from " + TWO + "history")).isEqualTo(2 * 10 * 30);
        }
    }

    private static void executeAndCount(Warehouses warehouses) throws Exception {
        Terminal terminal = terminal(warehouses, 0);
        warehouses.begin();
        execute(terminal, 100);
        warehouses.ended(terminal);
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
