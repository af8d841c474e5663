package org.rowmark.databases.postgresql.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.support.restore.ReadProgress;
import org.rowmark.databases.support.restore.SqlDump;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.RunningTarget;

/** psql reads a plain SQL dump from its standard input; it ends at the first error. */
public final class PsqlRestore implements RestoreMethod {
    private static final String NAME = "psql";
    public static final SqlDump DUMP = new SqlDump(
            Pattern.compile("^-- PostgreSQL database dump\\s*$", Pattern.MULTILINE),
            "-- PostgreSQL database dump complete");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String meaning() {
        return "psql reads the statements of a plain SQL dump";
    }

    @Override
    public String format() {
        return "sql";
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
        List<String> words =
                List.of("--format=plain", "--no-owner", "--no-privileges", "--file=" + backup, "--dbname=" + source);
        PostgresqlClient.of(site).run(site, "pg_dump", words, line -> {});
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException {
        PostgresqlClient client = PostgresqlClient.of(site);
        List<String> words =
                List.of("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname=" + job.name(), "--file=-");
        ReadProgress progress = ReadProgress.of(DUMP.require(job.backup()), job.progress());
        return () -> {
            new PostgresqlRestorer().create(site, job.name());
            client.run(site, NAME, words, Optional.of(job.backup()), line -> {}, progress);
        };
    }
}
