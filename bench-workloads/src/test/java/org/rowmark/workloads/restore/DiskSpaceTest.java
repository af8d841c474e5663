package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.DriverJars;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

class DiskSpaceTest {
    private static final long TOO_MUCH = 1L << 60;

    @TempDir
    private Path directory;

    @Test
    void reports_how_much_is_needed_and_how_much_is_left() {
        assertThat(DiskSpace.shortage("a restored database", Path.of("data"), 5_850_000_000L, 1_200_000_000L))
                .contains("a restored database takes about 5850 MB, and data has 1200 MB left");
        assertThat(DiskSpace.shortage("a restored database", Path.of("data"), 10, 10))
                .isEmpty();
    }

    @Test
    void refuses_what_no_disk_takes_and_names_the_remedy() {
        RunningTarget running = running(Target.builtIn("firebird", "firebird", ServerKind.LOCAL));

        assertThatThrownBy(() -> DiskSpace.requireForData(running, TOO_MUCH, "a restored database"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'firebird': a restored database takes about ")
                .hasMessageEndingWith("; name another directory with --data-dir, or a smaller --scale");
        assertThatCode(() -> DiskSpace.requireForData(running, 1000, "a restored database"))
                .doesNotThrowAnyException();
    }

    @Test
    void checks_the_disk_that_the_url_names(@TempDir Path theirs) {
        String url = "jdbc:sqlite:" + theirs.resolve("mine.db");
        Target target = Target.builtIn("mine", "sqlite", ServerKind.EMBEDDED).withUrl(url);
        RunningTarget running = new RunningTarget(
                target, DriverJars.endpoint(target, url), new Workspace(directory, directory), directory);

        assertThatThrownBy(() -> DiskSpace.requireForData(running, TOO_MUCH, "a restored database"))
                .hasMessageContaining(" MB, and " + theirs + " has ")
                .hasMessageEndingWith("; name another directory with url:, or a smaller --scale");
    }

    @Test
    void leaves_the_disk_of_a_container_unchecked() {
        RunningTarget running = running(Target.builtIn("boxed", "postgresql", ServerKind.CONTAINER));

        assertThatCode(() -> DiskSpace.requireForData(running, TOO_MUCH, "a restored database"))
                .doesNotThrowAnyException();
    }

    @Test
    void leaves_the_disk_of_somebody_elses_server_unchecked() {
        RunningTarget running = running(Target.external("far", "firebird", "jdbc:firebirdsql://far/x.fdb"));

        assertThatCode(() -> DiskSpace.requireForData(running, TOO_MUCH, "a restored database"))
                .doesNotThrowAnyException();
    }

    private RunningTarget running(Target target) {
        Endpoint endpoint = DriverJars.endpoint(target, "jdbc:firebirdsql://far/x.fdb");
        return new RunningTarget(target, endpoint, new Workspace(directory, directory), directory);
    }
}
