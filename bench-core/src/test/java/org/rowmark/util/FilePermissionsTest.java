package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FilePermissionsTest {
    @TempDir
    Path directory;

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void keeps_a_file_from_other_users() throws IOException {
        Path file = Files.createTempFile(directory, "a", "b", FilePermissions.ownerOnly(directory));

        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void adds_text_to_a_file_that_it_keeps_from_other_users() throws IOException {
        Path file = directory.resolve("a");

        FilePermissions.append(file, "ä\n");
        FilePermissions.append(file, "b\n");

        assertThat(file).usingCharset(StandardCharsets.UTF_8).hasContent("ä\nb\n");
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void opens_a_directory_to_other_users() throws IOException {
        FilePermissions.set(directory, "rwxr-xrwx");

        assertThat(permissions(directory)).isEqualTo("rwxr-xrwx");
    }

    @Test
    void does_without_them_where_the_file_system_has_none() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(directory.resolve("a.zip"), Map.of("create", "true"))) {
            Path root = zip.getPath("/");
            Path file = Files.createTempFile(root, "a", "b", FilePermissions.ownerOnly(root));
            FilePermissions.set(file, "rwxrwxrwx");

            assertThat(file).exists();
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
