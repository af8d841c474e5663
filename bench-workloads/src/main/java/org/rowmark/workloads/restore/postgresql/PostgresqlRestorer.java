package org.rowmark.workloads.restore.postgresql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.KnownFailures;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.workloads.restore.BackupFile;
import org.rowmark.workloads.restore.BackupFile.SqlDump;
import org.rowmark.workloads.restore.IndexState;
import org.rowmark.workloads.restore.PhasedRestore;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/** Databases beside the target's own on the same PostgreSQL server. */
@AutoService(Restorer.class)
public final class PostgresqlRestorer implements Restorer {
    private static final String INDEXES = "select t.relname, i.relname, x.indisvalid and x.indisready"
            + " from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid"
            + " join pg_namespace n on n.oid = t.relnamespace"
            + " where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'";

    /** Errors of PostgreSQL's programs. */
    private static final KnownFailures FAILURES = new KnownFailures(
            "does not appear to be a valid archive|input file is too short",
            "the file is no archive of pg_dump -Fc",
            "input file appears to be a text format dump",
            "the file is a plain SQL dump, which the method psql restores; method pg_restore takes archives of"
                    + " pg_dump -Fc",
            "unsupported version \\(([^)]*)\\) in file header",
            "a newer pg_dump made the archive (format $1); install PostgreSQL's programs of that version or newer",
            "invalid command \\\\restrict",
            "a newer pg_dump made the dump; install PostgreSQL's programs of that version or newer",
            "psql:<stdin>:(\\d+): ERROR:\\s+(?:syntax error at or near|invalid byte sequence)",
            "line $1 of the file is none that PostgreSQL understands; method psql restores plain dumps of pg_dump",
            "password authentication failed for user (\"[^\"]*\")",
            "the server refused the password of user $1",
            "superuser.*(?:CHECKPOINT|pg_checkpoint)|permission denied to execute CHECKPOINT",
            "a restore ends with a checkpoint; give the user the role pg_checkpoint, before version 15 the rights of a"
                    + " superuser",
            "no password supplied",
            "the server requires a password; set one for the target");

    public static final SqlDump DUMP = new SqlDump(
            Pattern.compile("^-- PostgreSQL database dump\\s*$", Pattern.MULTILINE),
            "-- PostgreSQL database dump complete");

    @Override
    public String database() {
        return "postgresql";
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(
                new PgRestore(
                        "pg_restore",
                        "pg_restore of an archive in the custom format, in one or several jobs",
                        "custom",
                        EnumSet.of(RestoreJob.Option.INACTIVE_INDEXES, RestoreJob.Option.JOBS)),
                new Psql("psql", "psql reads the statements of a plain SQL dump", "sql"));
    }

    /**
     * The restore of an archive of {@code pg_dump -Fc} by pg_restore. A restore without indexes leaves out the section
     * post-data: indexes, primary keys and foreign keys, triggers.
     */
    record PgRestore(String name, String meaning, String format, Set<RestoreJob.Option> choices)
            implements PostgresqlClient.Method {
        @Override
        public void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException {
            List<String> words = List.of("pg_dump", "--format=custom", "--file=" + backup);
            PostgresqlClient.of(running).run(running, source, words, line -> {});
        }

        /** Reads the archive's list of contents, which fails at once for a file that is no archive. */
        @Override
        public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
            if (!Files.isDirectory(job.backup())) { // as pg_dump -Fd makes one
                BackupFile.require(job.backup());
            }
            PostgresqlClient client = PostgresqlClient.of(running);
            Output output = new Output();
            client.runAlone(running, List.of(name, "--list", job.backup().toString()), output::readListed);
            return new PhasedRestore(phases -> {
                phases.begin(PreparedRestore.SCHEMA);
                new PostgresqlRestorer().create(running, job.name());
                client.run(
                        running,
                        job.name(),
                        words(job),
                        line -> output.read(line, phases, job.jobs()).ifPresent(job.progress()));
            });
        }

        /** Returns the arguments, without the owners and privileges of the server that was backed up. */
        private List<String> words(RestoreJob job) {
            List<String> words =
                    new ArrayList<>(List.of(name, "--no-owner", "--no-privileges", "--exit-on-error", "--verbose"));
            if (!job.indexes()) {
                words.addAll(List.of("--section=pre-data", "--section=data"));
            }
            words.addAll(List.of("--jobs=" + job.jobs(), job.backup().toString()));
            return words;
        }

        /**
         * The progress that {@code pg_restore --verbose} prints. Several jobs write prefix, message and end of line without
         * regard to each other: a line may contain several messages.
         */
        static final class Output {
            private static final Pattern MESSAGE = Pattern.compile(
                    "processing data for table \"(?<table>[^\"]*)\"|creating (?:INDEX|CONSTRAINT|FK CONSTRAINT) \"(?<index>[^\"]*)\"");

            /** An entry for the rows of a table in the output of {@code pg_restore --list}. */
            private static final Pattern LISTED = Pattern.compile("\\d+; \\d+ \\d+ TABLE DATA .*");

            private int of;
            private int tables;
            private int built;

            /** Reads a line of the list. */
            void readListed(String line) {
                if (LISTED.matcher(line).matches()) {
                    of++;
                }
            }

            /**
             * Reads a line of the restore. One job announces the first table after the schema, and the first index after the
             * last table. Several jobs build indexes while they read tables: only the schema has a time of its own.
             *
             * @return the progress, if the line contains a new one
             */
            Optional<String> read(String line, PhasedRestore phases, int jobs) {
                Optional<String> last = Optional.empty();
                Matcher messages = MESSAGE.matcher(line);
                while (messages.find()) {
                    boolean isTable = messages.group("table") != null;
                    if (jobs > 1) {
                        phases.end();
                    } else if (isTable ? tables == 0 : built == 0) {
                        phases.begin(isTable ? PreparedRestore.DATA : PreparedRestore.INDEXES);
                    }
                    last = Optional.of(
                            isTable
                                    ? "table " + ++tables + " of " + of + ", " + messages.group("table")
                                    : "index or key " + ++built + ", " + messages.group("index"));
                }
                return last;
            }
        }
    }

    /** A plain SQL dump through psql's standard input, which ends at the first error. */
    private record Psql(String name, String meaning, String format) implements PostgresqlClient.Method {
        @Override
        public void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException {
            List<String> words =
                    List.of("pg_dump", "--format=plain", "--no-owner", "--no-privileges", "--file=" + backup);
            PostgresqlClient.of(running).run(running, source, words, line -> {});
        }

        @Override
        public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
            PostgresqlClient client = PostgresqlClient.of(running);
            List<String> words = List.of(name, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-");
            LongConsumer progress = BackupFile.progress(DUMP.require(job.backup()), job.progress());
            return () -> {
                new PostgresqlRestorer().create(running, job.name());
                client.run(running, job.name(), words, Optional.of(job.backup()), line -> {}, progress);
            };
        }
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return running.endpoint().at(new JdbcUrl(running.endpoint().url()).withDatabase(name));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        String count = "select count(*) from pg_database where datname = '" + name + "'";
        return Drivers.query(running.endpoint(), connection -> Sql.number(connection, count) > 0);
    }

    /** Copies template0, which is always empty, unlike template1. */
    @Override
    public void create(RunningTarget running, String name) throws SQLException {
        execute(running, "create database " + name + " template template0");
    }

    @Override
    public void drop(RunningTarget running, String name) throws SQLException {
        Restorer.requireOurs(running, name);
        execute(running, "drop database if exists " + name + " with (force)");
    }

    @Override
    public void sync(RunningTarget running, String name) throws SQLException {
        execute(running, "checkpoint");
    }

    private static void execute(RunningTarget running, String statement) throws SQLException {
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            Sql.execute(connection, statement);
        }
    }

    /** Counts all files of the database, but not the server's log of changes. */
    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        String size = "select pg_database_size('" + name + "')";
        return Drivers.query(running.endpoint(), connection -> Sql.number(connection, size));
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public Optional<String> explain(String failure) {
        return FAILURES.explain(failure);
    }
}
