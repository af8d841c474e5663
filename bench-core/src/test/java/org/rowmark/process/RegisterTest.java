package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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

    private static String permissions(Register register) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(register.file()));
    }
}
