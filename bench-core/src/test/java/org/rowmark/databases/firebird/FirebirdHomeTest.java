package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.firebird.restore.FirebirdRestorer;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** An installation in a directory of its own, as Firebird's makers pack it. */
class FirebirdHomeTest {
    private static final Target INSTALLED = DatabaseContract.builtIn("firebird");
    private static final String RESTORED = "rowmark_restored";

    @TempDir
    Path directory;

    @Test
    void a_server_is_started_from_the_home_that_the_target_names() throws Exception {
        RequiredServers.start(INSTALLED, workspace("installed")).close();
        Path home = linkedHome(FirebirdInstallation.of(INSTALLED));

        Workspace workspace = workspace("at-home");
        try (Server server = new Firebird().launcher().start(INSTALLED.withSource(home.toString()), workspace)) {
            String pong = Drivers.query(
                    server.endpoint(),
                    connection -> ServerInfoQueries.value(
                            connection, new Firebird().dialect().ping()));
            assertThat(pong).isEqualTo("1");
        }
        assertThat(Files.readSymbolicLink(workspace.data().resolve("plugins"))).isEqualTo(home.resolve("plugins"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gbak-service", "gbak-local"})
    void backups_are_restored_by_the_programs_of_the_home(String name) throws Exception {
        RequiredServers.start(INSTALLED, workspace("installed")).close();
        Path home = linkedHome(FirebirdInstallation.of(INSTALLED));
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

    private Path linkedHome(FirebirdInstallation installed) throws IOException {
        Path home = Files.createDirectories(directory.resolve("home"));
        for (String name : List.of("firebird.msg", "firebird.conf", "plugins.conf", "plugins", "intl")) {
            Files.createSymbolicLink(home.resolve(name), installed.engine().resolve(name));
        }
        Path programs = Files.createDirectory(home.resolve("bin"));
        for (String name : List.of("firebird", "isql", "gbak")) {
            Files.createSymbolicLink(
                    programs.resolve(name), installed.program(name).orElseThrow());
        }
        return home;
    }

    private Workspace workspace(String name) throws IOException {
        return new Workspace(Files.createDirectories(directory.resolve(name)), directory.resolve(name + ".log"));
    }
}
