package org.rowmark.workloads.pagefill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** The check of disk space before a fill. */
class PageFillPreparationTest {
    private static final Target H2 = Target.builtIn("h2", "h2", ServerKind.EMBEDDED);
    private static final Target SQLITE = Target.builtIn("sqlite", "sqlite", ServerKind.EMBEDDED);
    private static final Target FAR = Target.external("far", "postgresql", "jdbc:postgresql://far/bench");

    @TempDir
    private Path directory;

    private final PageFillPreparation provision = new PageFillPreparation();
    private final List<String> made = new ArrayList<>();

    @Test
    void reports_what_it_writes_and_the_space_it_may_take() throws IOException {
        assertThat(prepare(H2, 0.002)).isEmpty();

        assertThat(made)
                .containsExactly("page-fill writes 16.4 MB of texts in 256 statements, and may take 341 MB of disk");
    }

    @Test
    void refuses_what_the_disk_has_no_space_for_and_names_the_remedy() {
        assertThatThrownBy(() -> prepare(H2, 900_000))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("target 'h2': page-fill on h2 takes about \\d+ MB, and \\Q" + directory
                        + "\\E has \\d+ MB left; name another directory with --data-dir, or a smaller --scale");
    }

    @Test
    void adds_up_the_space_of_targets_on_the_same_disk() throws IOException {
        long free = directory.toFile().getUsableSpace();
        double most = Math.floor(600.0 * free / PageFillPreparation.diskBytes(1)) / 1000;

        assertThat(prepare(H2, most)).isEmpty();
        assertThat(prepare(H2, most)).isEmpty(); // another payload on the same target
        assertThatThrownBy(() -> prepare(SQLITE, most))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("page-fill on h2, sqlite takes about ");
    }

    @Test
    void does_not_check_the_disk_of_an_external_server() throws IOException {
        assertThat(prepare(FAR, 900_000)).isEmpty();

        assertThat(made).singleElement().asString().endsWith(" MB where the database is, which is not checked");
    }

    @Test
    void requires_more_than_the_final_size_of_the_published_files() {
        assertThat(PageFillPreparation.diskBytes(1)).isGreaterThan((8_008L + 9_480) * 1_048_576);
    }

    private Optional<String> prepare(Target target, double scale) throws IOException {
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
