package org.rowmark.workloads.restore.firebird;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.firebird.Firebird;
import org.rowmark.databases.firebird.FirebirdHome;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;

/** Restores of an installation in a directory of its own, as Firebird's makers pack it. */
class FirebirdHomeRestoreTest {
    private static final Target INSTALLED = DatabaseContract.builtIn("firebird");
    private static final String RESTORED = "rowmark_restored";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"gbak-service", "gbak-local"})
    void backups_are_restored_by_the_programs_of_the_home(String name) throws Exception {
        RequiredServers.start(INSTALLED, workspace("installed")).close();
        Path home = FirebirdHome.linked(directory, INSTALLED);
        Target target = INSTALLED.withSource(home.toString());
        Workspace workspace = workspace("at-home");
        RestoreMethod method = new FirebirdRestorer().method(name).orElseThrow();
        try (Server server = new Firebird().launcher().start(target, workspace)) {
            RunningTarget running =
                    new RunningTarget(target, server.endpoint(), workspace, directory.resolve("programs.log"));
            new FirebirdRestorer().create(running, "rowmark_source");
            Path backup = directory.resolve("empty.fbk");
            method.backUp(running, "rowmark_source", backup);

            method.prepare(running, job(backup)).run();

            assertThat(new FirebirdRestorer().exists(running, RESTORED)).isTrue();
            assertThat(method.programs(running)).containsOnlyKeys("gbak");
            assertThat(Files.readAllLines(running.output()).stream()
                            .filter(line -> line.startsWith("# /"))
                            .map(line -> line.substring(2).replaceFirst(" .*", "")))
                    .isNotEmpty()
                    .containsOnly(home.resolve("bin/gbak").toString());
        }
    }

    private static RestoreJob job(Path backup) {
        return new RestoreJob(backup, RESTORED, true, OptionalInt.empty(), OptionalInt.empty(), 1, progress -> {});
    }

    private Workspace workspace(String name) throws IOException {
        return new Workspace(Files.createDirectories(directory.resolve(name)), directory.resolve(name + ".log"));
    }
}
