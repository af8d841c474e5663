package org.rowmark.workloads.pagefill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.DriverJars;
import org.rowmark.options.Scale;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** The size of a fill. */
class PageFillPreparationTest {
    private static final Target H2 = Target.builtIn("h2", "h2", ServerKind.EMBEDDED);
    private static final Target FAR = Target.external("far", "postgresql", "jdbc:postgresql://far/bench");

    @TempDir
    private Path directory;

    private final PageFillPreparation provision = new PageFillPreparation();
    private final List<String> made = new ArrayList<>();

    @Test
    void reports_what_it_writes_and_the_space_it_may_take() {
        assertThat(prepare(H2, 0.002)).isEmpty();

        assertThat(made)
                .containsExactly("page-fill writes 16.4 MB of texts in 256 statements, and may take 341 MB of disk");
    }

    @Test
    void does_not_check_the_disk_of_an_external_server() {
        assertThat(prepare(FAR, 900_000)).isEmpty();

        assertThat(made).singleElement().asString().endsWith(" MB where the database is, which is not checked");
    }

    @Test
    void requires_more_than_the_final_size_of_the_published_files() {
        assertThat(PageFillPreparation.diskBytes(1)).isGreaterThan((8_008L + 9_480) * 1_048_576);
    }

    private Optional<String> prepare(Target target, double scale) {
        Endpoint endpoint = DriverJars.endpoint(target, "jdbc:" + target.database() + ":" + directory.resolve("x"));
        RunningTarget site = new RunningTarget(target, endpoint, new Workspace(directory, directory), directory);
        return provision.prepare(
                site,
                Map.of(),
                new WorkloadOptions(Map.of("scale", Scale.text(scale))),
                new WorkloadPreparation.ProgressListener() {
                    @Override
                    public void step(String text) {
                        made.add(text);
                    }

                    @Override
                    public void made(String text) {
                        made.add(text);
                    }
                });
    }
}
