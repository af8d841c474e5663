package org.rowmark.workloads.restore.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workloads.restore.RestoreMethod;

/** A server that comes without programs for backups. */
class Postgresql18RestoreTest {
    @Test
    void needs_programs_of_its_version_or_newer(@TempDir Path directory) throws IOException, SQLException {
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        Target target = DatabaseContract.builtIn("postgresql-18");
        Workspace workspace =
                new Workspace(Files.createDirectories(directory.resolve("data")), directory.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace)) {
            RunningTarget running =
                    new RunningTarget(target, server.endpoint(), workspace, directory.resolve("programs.log"));
            for (RestoreMethod method : new PostgresqlRestorer().methods()) {
                Optional<String> missing = method.missing(running);
                if (missing.isPresent()) {
                    assertThat(missing.get()).startsWith("pg_dump, pg_restore and psql of version 18 or later; found ");
                } else {
                    assertThat(PostgresqlClient.major(method.programs(running).get(method.name())))
                            .isGreaterThanOrEqualTo(18);
                }
            }
        }
    }
}
