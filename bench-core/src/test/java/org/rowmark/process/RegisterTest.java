package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.util.CacheDirectory;

class RegisterTest {
    @TempDir
    Path temp;

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void is_kept_from_other_users_also_when_only_settings_are_left() throws IOException {
        Register register = new Register(temp.resolve("1.txt"));
        register.add(Register.RUN, "/some/where");
        register.add(Register.SETTING, "jdbc:x://server/db", "work_mem", "8 MB");
        assertThat(permissions(register)).isEqualTo("rw-------");

        register.end();

        assertThat(register.settings()).hasSize(1);
        assertThat(permissions(register)).isEqualTo("rw-------");
    }

    /** Another run that begins would remove it, and end the servers that its run is about to start. */
    @Test
    void is_never_seen_without_its_owner() throws IOException {
        String cache = System.setProperty(CacheDirectory.PROPERTY, temp.toString());
        try {
            AtomicBoolean isAtEnd = new AtomicBoolean();
            CompletableFuture<Long> dead = CompletableFuture.supplyAsync(() -> {
                long seen = 0;
                while (!isAtEnd.get()) {
                    seen += Register.ofTheDead().stream()
                            .filter(register -> Files.exists(register.file())) // else it has just ended
                            .count();
                }
                return seen;
            });
            for (int i = 0; i < 500; i++) {
                Register.ofThisProcess().end();
            }
            isAtEnd.set(true);

            assertThat(dead.join()).isZero();
        } finally {
            restore(cache);
        }
    }

    @Test
    void of_a_living_process_stays_while_a_line_is_being_written() throws IOException {
        String cache = System.setProperty(CacheDirectory.PROPERTY, temp.toString());
        try {
            Register register = Register.ofThisProcess();
            Files.writeString(register.file(), "directory %2", StandardOpenOption.APPEND);

            assertThat(Register.ofTheDead()).isEmpty();
        } finally {
            restore(cache);
        }
    }

    private static void restore(String cache) {
        if (cache == null) {
            System.clearProperty(CacheDirectory.PROPERTY);
        } else {
            System.setProperty(CacheDirectory.PROPERTY, cache);
        }
    }

    @Test
    void leaves_no_file_when_all_settings_are_back() throws IOException {
        Register register = new Register(temp.resolve("1.txt"));
        register.add(Register.PROCESS, "1", "never");
        register.add(Register.SETTING, "jdbc:x://server/db", "work_mem", "8 MB");
        register.end();
        register.add(Register.SETTING_IS_BACK, "jdbc:x://server/db", "work_mem");

        assertThat(register.settings()).isEmpty();
        register.end();

        assertThat(temp).isEmptyDirectory();
    }

    private static String permissions(Register register) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(register.file()));
    }
}
