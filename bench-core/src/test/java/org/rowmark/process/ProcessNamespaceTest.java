package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;

/** Processes that share a directory, but do not see each other. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "others have no such namespaces")
class ProcessNamespaceTest {
    @TempDir
    Path temp;

    @Test
    void a_run_in_another_one_is_not_taken_for_dead() throws Exception {
        Process owner = ChildJvm.start(WatchedOwner.class, withCache(), temp, "TERM", "while :; do sleep 0.1; done");
        try {
            ProcessHandle server = ProcessHandle.of(Long.parseLong(
                            owner.inputReader(StandardCharsets.UTF_8).readLine()))
                    .orElseThrow();

            assertThat(ProcessNamespace.run(LockedDirectoryCleaner.class, withCache()))
                    .isEmpty();

            assertThat(server.isAlive()).isTrue();
            assertThat(temp).isDirectoryContaining("regex:.*/rowmark-\\w+");
        } finally {
            owner.destroyForcibly().waitFor();
        }
        assertThat(ProcessNamespace.run(LockedDirectoryCleaner.class, withCache()))
                .isEqualTo("rowmark: removed what a killed run had left in " + temp.toRealPath());
        assertThat(temp).isDirectoryNotContaining("glob:**/rowmark-*");
    }

    private List<String> withCache() {
        return List.of("-Drowmark.cache=" + temp.resolve("cache"));
    }
}
