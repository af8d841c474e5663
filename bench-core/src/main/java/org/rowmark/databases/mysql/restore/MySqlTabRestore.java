package org.rowmark.databases.mysql.restore;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.databases.mysql.restore.MySqlClient.Kind;
import org.rowmark.db.restore.PhasedRestore;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.RunningTarget;

/**
 * A dump by {@code --tab}, a file of definitions and a file of rows per table, loaded table by table: the tables
 * without their secondary indexes and foreign keys, then the rows, then the indexes and keys. Without indexes is with
 * primary keys only.
 */
record MySqlTabRestore(
        String name, String meaning, String format, Set<RestoreOption> choices, MySqlProduct product, Restorer restorer)
        implements RestoreMethod {
    MySqlTabRestore(MySqlProduct product, Restorer restorer) {
        this(
                "tab",
                "files of a --tab dump by LOAD DATA, in one or several jobs, the indexes afterwards",
                "tab",
                EnumSet.of(RestoreOption.INACTIVE_INDEXES, RestoreOption.JOBS),
                product,
                restorer);
    }

    @Override
    public Optional<String> missing(RunningTarget running) throws IOException, SQLException {
        Optional<String> missing = MySqlClient.missing(running, product, Kind.DUMP, Kind.SHELL, Kind.IMPORT);
        return missing.isPresent() ? missing : MySqlTabFiles.missing(running);
    }

    @Override
    public Map<String, String> programs(RunningTarget running) throws IOException {
        return MySqlClient.versions(running, product, Kind.IMPORT);
    }

    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        MySqlTabFiles.dump(running, MySqlClient.require(running, product, Kind.DUMP), source, backup);
    }

    /** @throws org.rowmark.util.UsageException if the backup is not what {@code --tab} makes */
    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        MySqlTabFiles files = MySqlTabFiles.in(job.backup());
        MySqlClient shell = MySqlClient.require(running, product, Kind.SHELL);
        MySqlClient loader = MySqlClient.require(running, product, Kind.IMPORT);
        Output output = new Output(files.rows().size());
        return new PhasedRestore(phases -> {
            phases.begin(PreparedRestore.SCHEMA);
            restorer.create(running, job.name());
            execute(running, job, shell, files.before(), output);
            phases.begin(PreparedRestore.DATA);
            load(running, job, loader, files.rows(), output);
            if (job.indexes()) {
                phases.begin(PreparedRestore.INDEXES);
                execute(running, job, shell, files.after(), output);
            }
        });
    }

    private static void execute(
            RunningTarget running, RestoreJob job, MySqlClient shell, List<String> statements, Output output)
            throws IOException {
        Path script = Files.createTempFile(running.workspace().data(), "statements", ".sql");
        try {
            Files.write(script, statements);
            List<String> words = List.of("--default-character-set=utf8mb4", "--verbose", "--database=" + job.name());
            shell.run(running, words, Optional.of(script), line -> output.read(line, job), read -> {});
        } finally {
            Files.delete(script);
        }
    }

    /**
     * Loads the rows. The program reads the files, and the server gets them from it: the server's user need not be able
     * to read them. The server then only warns where it cuts values that do not fit a column and leaves out rows that
     * break a key.
     */
    private static void load(RunningTarget running, RestoreJob job, MySqlClient loader, List<Path> rows, Output output)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("--local"));
        if (job.jobs() > 1) {
            words.add("--use-threads=" + job.jobs());
        }
        words.add(job.name());
        rows.forEach(file -> words.add(file.toString()));
        loader.run(running, words, line -> output.read(line, job));
        if (output.complaint.isPresent()) {
            throw new IOException(output.complaint.get());
        }
    }

    /** The output of the clients, as lines of progress. */
    static final class Output {
        /** {@code rowmark_restored.orders: Records: 3000  Deleted: 0  Skipped: 0  Warnings: 0}. */
        private static final Pattern LOADED =
                Pattern.compile("[^.]+\\.(.+): Records: (\\d+) +Deleted: \\d+ +Skipped: (\\d+) +Warnings: (\\d+)");

        private static final Pattern ADDING = Pattern.compile("ALTER TABLE `(.+?)` ADD .*");

        private final int of;
        private int tables;
        private Optional<String> complaint = Optional.empty();

        /** @param tables how many will be loaded */
        Output(int tables) {
            of = tables;
        }

        private void read(String line, RestoreJob job) {
            read(line).ifPresent(job.progress());
        }

        /** Converts a line to a line of progress, if it reports any. */
        Optional<String> read(String line) {
            Matcher loaded = LOADED.matcher(line);
            if (loaded.matches()) {
                if (!loaded.group(3).equals("0") || !loaded.group(4).equals("0")) {
                    complaint = Optional.of("table " + loaded.group(1) + " was loaded with " + loaded.group(3)
                            + " rows left out and " + loaded.group(4) + " warnings");
                }
                return Optional.of("table " + ++tables + " of " + of + ", " + loaded.group(1));
            }
            Matcher adding = ADDING.matcher(line);
            return adding.matches() ? Optional.of("indexes and keys of " + adding.group(1)) : Optional.empty();
        }

        /** Returns the last table that was not loaded as it should have been. */
        Optional<String> complaint() {
            return complaint;
        }
    }
}
