package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.Secrets;

class ServerPasswordTest {
    @TempDir
    Path cache;

    @BeforeEach
    void use_a_cache_of_its_own() {
        System.setProperty(CacheDirectory.PROPERTY, cache.toString());
    }

    @AfterEach
    void use_the_users_cache_again() {
        System.clearProperty(CacheDirectory.PROPERTY);
    }

    @Test
    void is_random_stays_the_same_and_is_shown_nowhere() throws IOException {
        String password = ServerPassword.get().reveal();

        assertThat(password).matches("[0-9a-f]{20}");
        assertThat(ServerPassword.get().reveal()).isEqualTo(password);
        assertThat(Secrets.scrub("it is " + password)).isEqualTo("it is ***");
        Files.delete(cache.resolve("server-password"));
        assertThat(ServerPassword.get().reveal()).isNotEqualTo(password);
        assertThat(cache.toFile().list()).containsExactly("server-password");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void is_in_a_file_that_only_its_owner_can_read() throws IOException {
        ServerPassword.get();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache.resolve("server-password"))))
                .isEqualTo("rw-------");
    }
}
