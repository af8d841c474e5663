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
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.PhasedRestore;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.targets.RunningTarget;

/**
 * The restore of an archive of {@code pg_dump -Fc} by pg_restore, section by section, so that each can be timed. A restore
 * without indexes leaves out the section post-data: indexes, primary keys and foreign keys, triggers.
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
        List<String> words = List.of("--format=custom", "--file=" + backup, "--dbname=" + source);
        PostgresqlClient.of(running).run(running, "pg_dump", words, line -> {});
    }

    /** Reads the archive's list of contents, which fails at once for a file that is no archive. */
    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        if (!Files.isDirectory(job.backup())) { // as pg_dump -Fd makes one
            BackupFile.require(job.backup());
        }
        PostgresqlClient client = PostgresqlClient.of(running);
        Output output = new Output();
        client.runAlone(running, name, List.of("--list", job.backup().toString()), output::readListed);
        FailableConsumer<String, IOException> section = each -> client.run(
                running, name, words(job, each), line -> output.read(line).ifPresent(job.progress()));
        PhasedRestore restore = new PhasedRestore()
                .phase(PreparedRestore.SCHEMA, () -> {
                    new PostgresqlRestorer().create(running, job.name());
                    section.accept("pre-data");
                })
                .phase(PreparedRestore.DATA, () -> section.accept("data"));
        return job.indexes() ? restore.phase(PreparedRestore.INDEXES, () -> section.accept("post-data")) : restore;
    }

    /** Returns the arguments for a section, without the owners and privileges of the server that was backed up. */
    private static List<String> words(RestoreJob job, String section) {
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
         * Reads a line of the restore.
         *
         * @return the progress, if the line contains a new one
         */
        Optional<String> read(String line) {
            Optional<String> last = Optional.empty();
            Matcher messages = MESSAGE.matcher(line);
            while (messages.find()) {
                last = Optional.of(
                        messages.group("table") != null
                                ? "table " + ++tables + " of " + of + ", " + messages.group("table")
                                : "index or key " + ++built + ", " + messages.group("index"));
            }
            return last;
        }
    }
}
