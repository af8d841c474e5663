package org.rowmark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;

@EnabledOnOs(OS.LINUX)
class SystemCacheTest {
    private static final int BYTES = 1 << 20;

    @TempDir
    Path directory;

    @Test
    void files_of_a_directory_leave_the_systems_cache() throws IOException {
        assumeThat(Path.of("/usr/bin/fincore")).exists();
        assumeThat(Files.getFileStore(directory).type()).isNotEqualTo("tmpfs");
        Path file = Files.createDirectories(directory.resolve("a b/c")).resolve("data");
        Files.write(file, new byte[BYTES]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        assertThat(cached(file)).isEqualTo(BYTES);

        DataCache.dropFromSystem(directory);

        assertThat(cached(file)).isZero();
        assertThat(file).hasSize(BYTES);
    }

    private static long cached(Path file) throws IOException {
        List<String> words = List.of("fincore", "-b", "-n", "-o", "RES", file.toString());
        return Long.parseLong(new Tool(new Command(words)).output().strip());
    }
}
