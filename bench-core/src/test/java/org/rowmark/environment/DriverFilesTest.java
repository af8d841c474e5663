package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverFilesTest {
    @TempDir
    Path temp;

    private Path jar;
    private Path folder;

    @BeforeEach
    void writeJar() throws IOException {
        jar = Files.writeString(temp.resolve("driver.jar"), "one");
        folder = temp.resolve("cache/digests");
    }

    @Test
    void a_digest_is_kept_for_the_next_run() throws IOException {
        assertThat(DriverFiles.kept(jar, folder)).isEqualTo(DigestUtils.sha256Hex("one"));
        Path place = only();
        Files.write(place, List.of(Files.readAllLines(place).get(0), "the one that was kept"));

        assertThat(DriverFiles.kept(jar, folder)).isEqualTo("the one that was kept");
    }

    @Test
    void a_file_that_has_changed_since_has_another_digest() throws IOException {
        DriverFiles.kept(jar, folder);
        Files.writeString(jar, "two");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1));

        assertThat(DriverFiles.kept(jar, folder)).isEqualTo(DigestUtils.sha256Hex("two"));
        assertThat(Files.readAllLines(only())).endsWith(DigestUtils.sha256Hex("two"));
    }

    @Test
    void a_digest_needs_no_folder_that_can_be_written() throws IOException {
        Files.writeString(temp.resolve("cache"), "a file");

        assertThat(DriverFiles.kept(jar, folder)).isEqualTo(DigestUtils.sha256Hex("one"));
    }

    private Path only() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }
}
