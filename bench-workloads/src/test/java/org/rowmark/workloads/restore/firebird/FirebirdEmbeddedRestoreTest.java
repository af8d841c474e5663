package org.rowmark.workloads.restore.firebird;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.workloads.restore.RestoreContract;

/** The method that needs no server. */
class FirebirdEmbeddedRestoreTest extends RestoreContract {
    private static final String POSSIBLE = "gbak-local";

    FirebirdEmbeddedRestoreTest() {
        super("firebird-embedded");
    }

    @Override
    protected Stream<RestoreMethod> methods() {
        return super.methods().filter(method -> method.name().equals(POSSIBLE));
    }

    @Test
    void other_methods_need_a_server() {
        assertThat(restorer().methods())
                .hasSize(5)
                .filteredOn(method -> !method.name().equals(POSSIBLE))
                .allSatisfy(method -> assertThat(method.missing(running()))
                        .hasValue("a server to connect to, and this target has the engine in the measuring process"));
    }
}
