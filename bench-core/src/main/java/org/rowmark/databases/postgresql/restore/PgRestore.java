package org.rowmark.databases.postgresql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.support.restore.BackupFile;
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
        return new PreparedRestore() {
            @Override
            public void run() throws IOException, SQLException {
                output.begin();
                new PostgresqlRestorer().create(running, job.name());
                client.run(running, name, words(job), line -> output.read(line).ifPresent(job.progress()));
                output.end();
            }

            @Override
            public Map<String, Double> phases() {
                return output.phases(job.jobs());
            }
        };
    }

    /** Returns the arguments, without the owners and privileges of the server that was backed up. */
    private static List<String> words(RestoreJob job) {
        List<String> words = new ArrayList<>(
                List.of("--dbname=" + job.name(), "--no-owner", "--no-privileges", "--exit-on-error", "--verbose"));
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
     * The progress that {@code pg_restore --verbose} prints, and the times of its lines. Several jobs write prefix, message
     * and end of line without regard to each other: a line may contain several messages.
     */
    static final class Output {
        private static final double NANOS_PER_SECOND = 1e9;

        private static final Pattern MESSAGE = Pattern.compile(
                "processing data for table \"(?<table>[^\"]*)\"|creating (?:INDEX|CONSTRAINT|FK CONSTRAINT) \"(?<index>[^\"]*)\"");

        /** An entry for the rows of a table in the output of {@code pg_restore --list}. */
        private static final Pattern LISTED = Pattern.compile("\\d+; \\d+ \\d+ TABLE DATA .*");

        private int of;
        private int tables;
        private int built;
        private long begun;
        private OptionalLong firstTable = OptionalLong.empty();
        private OptionalLong firstIndex = OptionalLong.empty();
        private long ended;

        void begin() {
            begun = System.nanoTime();
        }

        void end() {
            ended = System.nanoTime();
        }

        /**
         * Returns the seconds of the phases: one job announces the first table after the schema, and the first index after
         * the last table. Several jobs build indexes while they read tables, so that only the schema has a time of its own.
         */
        Map<String, Double> phases(int jobs) {
            long indexes = firstIndex.orElse(ended);
            long data = firstTable.orElse(indexes);
            Map<String, Double> phases = new LinkedHashMap<>();
            phases.put(PreparedRestore.SCHEMA, (data - begun) / NANOS_PER_SECOND);
            if (jobs == 1) {
                phases.put(PreparedRestore.DATA, (indexes - data) / NANOS_PER_SECOND);
                firstIndex.ifPresent(first -> phases.put(PreparedRestore.INDEXES, (ended - first) / NANOS_PER_SECOND));
            }
            return phases;
        }

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
                if (messages.group("table") != null) {
                    firstTable = firstTable.isPresent() ? firstTable : OptionalLong.of(System.nanoTime());
                } else {
                    firstIndex = firstIndex.isPresent() ? firstIndex : OptionalLong.of(System.nanoTime());
                }
                last = Optional.of(
                        messages.group("table") != null
                                ? "table " + ++tables + " of " + of + ", " + messages.group("table")
                                : "index or key " + ++built + ", " + messages.group("index"));
            }
            return last;
        }
    }
}
