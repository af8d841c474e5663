package org.rowmark.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

@Isolated("sets a system property")
class RequiredServersTest {
    private static final String PROPERTY = "rowmark.require";
    private static final Workspace NOWHERE = new Workspace(Path.of("nowhere"), Path.of("nowhere.log"));

    /** Cannot be started: there is no such kind of server for it. */
    private static final Target ABSENT = Target.builtIn("absent", "sqlserver", ServerKind.LOCAL);

    private final String before = System.getProperty(PROPERTY, "");

    @AfterEach
    void restore() {
        System.setProperty(PROPERTY, before);
    }

    @Test
    void an_absent_server_skips_the_test_with_the_reason() {
        System.setProperty(PROPERTY, "mariadb");

        assertThatThrownBy(() -> RequiredServers.start(ABSENT, NOWHERE))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("target 'absent'");
    }

    @Test
    void an_absent_server_that_is_required_fails_the_test() {
        System.setProperty(PROPERTY, "mariadb, absent");

        assertThatThrownBy(() -> RequiredServers.start(ABSENT, NOWHERE))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("target 'absent'");
    }
}
