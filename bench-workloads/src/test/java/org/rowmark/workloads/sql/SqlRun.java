package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation.ProgressListener;

/** The workload sql with the options of a test, prepared and run in this JVM. */
final class SqlRun {
    private static final ProgressListener SILENT = new ProgressListener() {
        @Override
        public void step(String text) {
            // not read
        }

        @Override
        public void made(String text) {
            // not read
        }
    };

    private final Path temp;
    private final Map<String, String> options = new HashMap<>();
    private final SqlPreparation preparation = new SqlPreparation();

    /** @param temp for the files of the test, of the server, and of the run, which are in the folder run */
    SqlRun(Path temp) {
        this.temp = temp;
    }

    /** Starts the server of the target h2-tcp. */
    Server h2() throws IOException {
        return start(Targets.builtIn().named("h2-tcp"));
    }

    Server start(Target target) throws IOException {
        return RequiredServers.start(target, workspace());
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        Path work = Files.createDirectories(temp.resolve("work"));
        assertThat(work.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectories(work.resolve("data")), temp.resolve("server.log"));
    }

    RunningTarget running(Server server) {
        return running(Targets.builtIn().named("h2-tcp"), server);
    }

    RunningTarget running(Target target, Server server) {
        return new RunningTarget(
                target,
                server.endpoint(),
                new Workspace(temp.resolve("work/data"), temp.resolve("server.log")),
                temp.resolve("run/programs.log"));
    }

    /** Sets an option of the run, for the orchestrating process and for the fork. */
    void given(String key, String value) {
        options.put(key, value);
    }

    /** Writes a file and returns its path. */
    String file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text).toString();
    }

    /** Prepares the cell of a file; returns why it cannot be measured, if it cannot. */
    Optional<String> prepare(RunningTarget running, String file) throws IOException, SQLException {
        WorkloadOptions all = new WorkloadOptions(options);
        preparation.begin(all, List.of(running.target()), running.target().name());
        return preparation.prepare(running, Map.of("file", file), all, SILENT);
    }

    SqlPreparation preparation() {
        return preparation;
    }

    /** Returns the target as a fork of one thread has it. */
    Db fork(RunningTarget running) throws IOException {
        return Db.of(running, 1, options);
    }
}
