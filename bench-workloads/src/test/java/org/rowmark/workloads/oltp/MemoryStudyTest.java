package org.rowmark.workloads.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.workload.Workloads;

/** The data of the study memory. */
class MemoryStudyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "256M|1.5|100000|3000|4", // 403 MB, of which the items are 12 and a warehouse 104
                "256M|3|100000|3000|8",
                "4G|1.5|100000|3000|63",
                "16M|0.375|1000|30|6", // 6.3 MB, of which the items are 0.12 and a warehouse 1.0
            })
    void is_a_multiple_of_the_largest_step(
            String memory, String factor, String items, String customers, String warehouses) {
        RunOptions options = options(memory)
                .parameters(Map.of("items", List.of(items), "customers", List.of(customers)))
                .withText(RunOption.DATA_FACTOR, factor);

        assertThat(warehouses(options)).containsExactly(warehouses);
    }

    @ParameterizedTest
    @CsvSource({"256M, 2", "4G, 2"})
    void has_as_many_warehouses_as_the_user_gives(String memory, String warehouses) {
        assertThat(warehouses(options(memory).parameters(Map.of("warehouses", List.of(warehouses)))))
                .containsExactly(warehouses);
    }

    private static RunOptions options(String memory) {
        return RunOptions.NONE
                .with(RunOption.STUDY, "memory")
                .targets(List.of("h2"))
                .withText(RunOption.MEMORY, memory);
    }

    private static List<String> warehouses(RunOptions options) {
        RunRequest request = RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
        return request.what().selections().get(0).values().get("warehouses");
    }
}
