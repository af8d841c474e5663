package org.rowmark.workloads.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.DriverJars;
import org.rowmark.options.Scale;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

class OrderPreparationTest {
    private static final Target H2 = Target.builtIn("h2", "h2", ServerKind.EMBEDDED);

    @TempDir
    private Path directory;

    private final List<String> steps = new ArrayList<>();

    @Test
    void reports_the_size_of_the_data() {
        prepare(0.01);

        assertThat(steps).containsExactly("75000 orders and 300000 lines, about 41 MB");
    }

    @ParameterizedTest
    @CsvSource({"1, 8500", "0.01, 382"})
    void files_have_the_documented_size(double scale, long megabytes) {
        assertThat(new OrderPreparation().diskBytes(options(scale))).isEqualTo(megabytes * 1_000_000);
    }

    private static WorkloadOptions options(double scale) {
        return new WorkloadOptions(Map.of("scale", Scale.text(scale)));
    }

    private void prepare(double scale) {
        RunningTarget site = new RunningTarget(
                H2,
                DriverJars.endpoint(H2, "jdbc:h2:" + directory.resolve("x")),
                new Workspace(directory, directory),
                directory);
        WorkloadPreparation.ProgressListener progress = new WorkloadPreparation.ProgressListener() {
            @Override
            public void step(String text) {
                steps.add(text);
            }

            @Override
            public void made(String text) {
                throw new AssertionError(text);
            }
        };
        new OrderPreparation().prepare(site, Map.of(), options(scale), progress);
    }
}
