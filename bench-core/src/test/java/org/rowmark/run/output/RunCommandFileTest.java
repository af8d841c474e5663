package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.run.output.OutputDirectory.RunCommandFile;
import org.rowmark.util.Secret;

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

    @Test
    void keeps_names_and_paths_that_are_passwords_too() throws IOException {
        Secret.of("gannet");
        RunOptions options = RunOptions.NONE
                .targets(List.of("gannet"))
                .parameter("auth=password=gannet")
                .with(RunOption.TARGETS_FILE, Path.of("/home/gannet/targets.yaml"))
                .jmh(List.of("-jvmArgs", "-Dstore.password=puffin -Dother=gannet"));

        RunCommandFile.write(run, options.command(1));

        assertThat(RunCommandFile.read(run).command())
                .contains("--target gannet", "auth=password=gannet", "/home/gannet/targets.yaml")
                .endsWith("-- -jvmArgs '-Dstore.password=*** -Dother=***'");
    }
}
