package org.rowmark.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

class TargetTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "../x", "-x", "a/b", "a;b"})
    void a_name_that_is_no_file_name_is_refused(String name) {
        assertThatThrownBy(() -> Target.builtIn(name, "h2", ServerKind.EMBEDDED))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target name '" + name + "'");
    }

    @Test
    void an_external_server_needs_a_url() {
        assertThatThrownBy(() -> Target.builtIn("t", "mysql", ServerKind.EXTERNAL))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 't': an external server needs url:");
    }

    @Test
    void a_local_server_gets_its_own_address() {
        Target local = Target.builtIn("t", "mariadb", ServerKind.LOCAL);

        assertThatThrownBy(() -> local.withUrl("jdbc:mysql://host/db"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("exclude each other");
    }

    @Test
    void an_embedded_target_may_say_where_its_database_is() {
        assertThat(Target.builtIn("t", "h2", ServerKind.EMBEDDED)
                        .withUrl("jdbc:h2:mem:x")
                        .url())
                .contains("jdbc:h2:mem:x");
    }

    @Test
    void a_problem_begins_with_the_name_of_the_target() {
        Target target = Target.builtIn("t", "h2", ServerKind.EMBEDDED);
        Exception cause = new IllegalStateException("why");

        assertThat(target.problem("needs more")).hasMessage("target 't': needs more");
        assertThat(target.problem("needs more", cause))
                .hasMessage("target 't': needs more")
                .hasCause(cause);
    }

    @Test
    void shows_no_password() {
        Target target = Target.builtIn("t", "h2", ServerKind.EMBEDDED).withUser("me", Secret.of("bird-in-the-mine"));

        assertThat(target.toString()).contains("me").doesNotContain("bird");
    }
}
