package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HandLauncherTest {
    private static final Path HERE = Path.of("").toAbsolutePath();

    @Test
    void the_token_file_is_beside_the_run_directory() {
        assertThat(ClientLauncher.ByHand.tokenFile(Path.of("results/x"))).isEqualTo(HERE.resolve("results/x.token"));
        assertThat(ClientLauncher.ByHand.tokenFile(Path.of(".")))
                .isEqualTo(HERE.resolveSibling(HERE.getFileName() + ".token"));
    }

    @Test
    void the_token_file_of_a_root_directory_is_in_it() {
        Path root = HERE.getRoot();

        assertThat(ClientLauncher.ByHand.tokenFile(root)).isEqualTo(root.resolve("rowmark.token"));
    }
}
