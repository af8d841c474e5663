package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ChildJvm;

class ShutdownActionsTest {
    @Test
    void an_undo_that_throws_stops_none_of_the_others() throws IOException {
        assertThat(ChildJvm.run(Failing.class, List.of()).lines())
                .containsExactly(
                        "rowmark: at the end: java.lang.IllegalStateException: password=*** is refused",
                        "server stopped",
                        "rowmark: at the end: java.lang.NoClassDefFoundError: gone",
                        "files removed");
    }

    /** The last one registered is undone first. */
    static final class Failing {
        private Failing() {}

        public static void main(String[] arguments) {
            ShutdownActions.register(ShutdownActions.Stage.FILES, () -> System.out.println("files removed"));
            ShutdownActions.register(ShutdownActions.Stage.FILES, () -> {
                throw new NoClassDefFoundError("gone");
            });
            ShutdownActions.register(ShutdownActions.Stage.PROCESSES, () -> System.out.println("server stopped"));
            ShutdownActions.register(ShutdownActions.Stage.PROCESSES, () -> {
                throw new IllegalStateException("password=secret is refused\nat the server");
            });
        }
    }
}
