package org.rowmark.databases.postgresql.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.BackupFile.SqlDump;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;

/** The restore of a plain SQL dump by psql, which reads it from its standard input and ends at the first error. */
public record Psql(String name, String meaning, String format) implements PostgresqlClient.Method {
    public static final SqlDump DUMP = new SqlDump(
            Pattern.compile("^-- PostgreSQL database dump\\s*$", Pattern.MULTILINE),
            "-- PostgreSQL database dump complete");

    Psql() {
        this("psql", "psql reads the statements of a plain SQL dump", "sql");
    }

    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException {
        List<String> words =
                List.of("--format=plain", "--no-owner", "--no-privileges", "--file=" + backup, "--dbname=" + source);
        PostgresqlClient.of(running).run(running, "pg_dump", words, line -> {});
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        PostgresqlClient client = PostgresqlClient.of(running);
        List<String> words =
                List.of("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname=" + job.name(), "--file=-");
        LongConsumer progress = BackupFile.progress(DUMP.require(job.backup()), job.progress());
        return () -> {
            new PostgresqlRestorer().create(running, job.name());
            client.run(running, name, words, Optional.of(job.backup()), line -> {}, progress);
        };
    }
}
