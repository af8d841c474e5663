package org.rowmark.databases.postgresql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.PhaseTimer;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.targets.RunningTarget;

/**
 * pg_restore of an archive of {@code pg_dump -Fc}, section by section, so that each can be timed. Without indexes is
 * without the section post-data: indexes, primary keys and foreign keys, triggers.
 */
public final class PgRestoreRestore implements RestoreMethod {
    private static final String NAME = "pg_restore";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String meaning() {
        return "pg_restore of an archive in the custom format, in one or several jobs";
    }

    @Override
    public String format() {
        return "custom";
    }

    @Override
    public Set<RestoreOption> choices() {
        return EnumSet.of(RestoreOption.INACTIVE_INDEXES, RestoreOption.JOBS);
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return PostgresqlClient.missing(site);
    }

    @Override
    public Map<String, String> programs(RunningTarget site) throws IOException {
        return PostgresqlClient.versions(site, NAME);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        PostgresqlClient.of(site)
                .run(site, "pg_dump", List.of("--format=custom", "--file=" + backup, "--dbname=" + source), line -> {});
    }

    /** Reads the archive's list of contents: what is no archive shows at once. */
    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException {
        if (!Files.isDirectory(job.backup())) { // as pg_dump -Fd makes one
            BackupFile.require(job.backup());
        }
        PostgresqlClient client = PostgresqlClient.of(site);
        PgRestoreOutput output = new PgRestoreOutput();
        client.runAlone(site, NAME, List.of("--list", job.backup().toString()), output::readListed);
        return new Run(site, job, client, output, new PhaseTimer());
    }

    private record Run(
            RunningTarget site, RestoreJob job, PostgresqlClient client, PgRestoreOutput output, PhaseTimer times)
            implements PreparedRestore {
        @Override
        public void run() throws IOException, SQLException {
            times.time(SCHEMA, () -> {
                new PostgresqlRestorer().create(site, job.name());
                restore("pre-data");
            });
            times.time(DATA, () -> restore("data"));
            if (job.indexes()) {
                times.time(INDEXES, () -> restore("post-data"));
            }
        }

        /** Owners and rights are those of the server that was backed up. */
        private void restore(String section) throws IOException {
            List<String> words = new ArrayList<>(List.of(
                    "--dbname=" + job.name(),
                    "--section=" + section,
                    "--no-owner",
                    "--no-privileges",
                    "--exit-on-error",
                    "--verbose"));
            if (job.jobs() > 1) {
                words.add("--jobs=" + job.jobs());
            }
            words.add(job.backup().toString());
            client.run(site, NAME, words, line -> output.read(line).ifPresent(job.progress()));
        }

        @Override
        public Map<String, Double> phases() {
            return times.seconds();
        }
    }
}
