package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDataDirectoryTest {
    private static final int FILES = 3_000;

    @TempDir
    Path temp;

    /** A server does so while it ends, and so does the thread that a signal has interrupted. */
    @Test
    void is_removed_while_somebody_else_removes_files_of_it() throws IOException {
        Path directory = Files.createDirectories(temp.resolve("rowmark-1/base")).getParent();
        for (int i = 0; i < FILES; i++) {
            Files.createFile(directory.resolve("base/" + i));
        }
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            for (int i = FILES - 1; i >= 0; i--) {
                FileUtils.deleteQuietly(directory.resolve("base/" + i).toFile());
            }
        });

        RunDataDirectory.deleteRecursively(directory);

        assertThat(directory).doesNotExist();
        other.join();
    }
}
