package org.rowmark.databases.firebird.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.RestoreContract;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.restore.Restorers;

/** The method that needs no server. */
class FirebirdEmbeddedRestoreTest extends RestoreContract {
    private static final String POSSIBLE = "gbak-local";

    FirebirdEmbeddedRestoreTest() {
        super("firebird-embedded");
    }

    @Override
    protected Stream<RestoreMethod> ways() {
        return super.ways().filter(method -> method.name().equals(POSSIBLE));
    }

    @Test
    void other_ways_say_that_they_need_a_server() {
        assertThat(Restorers.methods("firebird"))
                .hasSize(5)
                .filteredOn(method -> !method.name().equals(POSSIBLE))
                .allSatisfy(method -> assertThat(method.missing(site()))
                        .hasValue("a server to connect to, and this target has the engine in the measuring process"));
    }
}
