package org.rowmark.databases.postgresql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.db.restore.PhasedRestore;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.targets.RunningTarget;

/**
 * The restore of an archive of {@code pg_dump -Fc} by pg_restore. A restore without indexes leaves out the section
 * post-data: indexes, primary keys and foreign keys, triggers.
 */
record PgRestore(String name, String meaning, String format, Set<RestoreOption> choices)
        implements PostgresqlClient.Method {
    PgRestore() {
        this(
                "pg_restore",
                "pg_restore of an archive in the custom format, in one or several jobs",
                "custom",
                EnumSet.of(RestoreOption.INACTIVE_INDEXES, RestoreOption.JOBS));
    }

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
        if (job.jobs() > 1) {
            words.add("--jobs=" + job.jobs());
        }
        words.add(job.backup().toString());
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
