package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunCommandFileTest {
    @TempDir
    Path run;

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void is_kept_from_other_users() throws IOException {
        RunCommandFile.write(run, "./rowmark run ping");

        assertThat(RunCommandFile.read(run).command()).isEqualTo("./rowmark run ping");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.resolve("resume.json"))))
                .isEqualTo("rw-------");
    }
}
