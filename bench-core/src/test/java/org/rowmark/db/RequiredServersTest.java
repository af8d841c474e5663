package org.rowmark.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.TestAbortedException;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

@Isolated("sets a system property")
class RequiredServersTest {
    private static final String PROPERTY = "rowmark.require";
    private static final Workspace NOWHERE = new Workspace(Path.of("nowhere"), Path.of("nowhere.log"));

    /** Nothing is missing for it, yet its launcher refuses it: that kind of server does not exist for the product. */
    private static final Target REFUSED = Target.builtIn("refused", "sqlserver", ServerKind.LOCAL);

    @TempDir
    private Path empty;

    private final String before = System.getProperty(PROPERTY, "");

    @AfterEach
    void restore() {
        System.setProperty(PROPERTY, before);
    }

    @Test
    void an_absent_server_skips_the_test_with_the_reason() {
        System.setProperty(PROPERTY, "mariadb");

        assertThatThrownBy(() -> RequiredServers.start(absent(), NOWHERE))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("target 'absent'");
    }

    @Test
    void an_absent_server_that_is_required_fails_the_test() {
        System.setProperty(PROPERTY, "mariadb, absent");

        assertThatThrownBy(() -> RequiredServers.start(absent(), NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("target 'absent'");
    }

    @Test
    void a_target_that_is_refused_while_nothing_is_missing_fails_the_test() {
        System.setProperty(PROPERTY, "mariadb");

        assertThatThrownBy(() -> RequiredServers.start(REFUSED, NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("target 'refused'");
    }

    /** A server whose installation lacks every program. */
    private Target absent() {
        return Target.builtIn("absent", "mariadb", ServerKind.LOCAL).withSource(empty.toString());
    }
}
