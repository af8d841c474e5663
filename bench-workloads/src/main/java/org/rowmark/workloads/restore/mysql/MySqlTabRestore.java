package org.rowmark.workloads.restore.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Sql;
import org.rowmark.workloads.restore.PhasedRestore;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.Restorer;
import org.rowmark.workloads.restore.mysql.MySqlClient.Kind;

/**
 * A dump by {@code --tab}, loaded table by table: the tables without their secondary indexes and foreign keys, then the
 * rows, then the indexes and keys. Without indexes is with primary keys only. The server writes the rows by {@code
 * SELECT … INTO OUTFILE}: it must run on this machine and be allowed to.
 */
record MySqlTabRestore(
        String name,
        String meaning,
        String format,
        Set<RestoreJob.Option> choices,
        List<Kind> kinds,
        MySqlProduct product,
        Restorer restorer)
        implements MySqlClient.Method {
    /**
     * Has the server write a file, as {@code secure_file_priv} means one thing to MySQL and another to MariaDB where it
     * is NULL.
     */
    @Override
    public Optional<String> missing(RunningTarget running) throws IOException, SQLException {
        Optional<String> program = MySqlClient.Method.super.missing(running);
        if (program.isPresent()) {
            return program;
        }
        if (running.target().server() == ServerKind.CONTAINER) {
            return Optional.of(
                    "a server with its files on this machine: --tab has the server write them, here into its container");
        }
        Path directory = shared(running);
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            if (Sql.number(connection, "select @@local_infile") == 0) {
                return Optional.of("a server that takes LOAD DATA LOCAL (local_infile=ON)");
            }
            Path file = directory.resolve("file.txt");
            String name = file.toString().replace("\\", "\\\\").replace("'", "''");
            try {
                Sql.execute(connection, "select 1 into outfile '" + name + "'");
            } catch (SQLException e) {
                return Optional.of("a server on this machine that writes files for --tab: " + Sql.reason(e));
            }
            return Files.isReadable(file)
                    ? Optional.empty()
                    : Optional.of("a server on this machine whose files Rowmark's user may read");
        } finally {
            PathUtils.deleteDirectory(directory);
        }
    }

    /** Dumps into a directory that the server may write to, whoever runs it, and moves the files from there. */
    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        Path directory = shared(running);
        try {
            Kind.DUMP.require(running, product).dump(running, List.of("--tab=" + directory, source));
            Files.createDirectory(backup);
            for (Path file : MySqlTabFiles.ending(directory, "")) {
                Files.move(file, backup.resolve(file.getFileName()));
            }
        } finally {
            PathUtils.deleteDirectory(directory);
        }
    }

    private static Path shared(RunningTarget running) throws IOException {
        Path directory =
                Files.createTempDirectory(running.workspace().data(), "files-").toAbsolutePath();
        if (running.target().server() == ServerKind.EXTERNAL) {
            FilePermissions.set(directory, "rwxrwxrwx");
        }
        return directory;
    }

    /** @throws org.rowmark.util.UsageException if the backup is not what {@code --tab} makes */
    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        MySqlTabFiles files = MySqlTabFiles.in(job.backup());
        MySqlClient shell = Kind.SHELL.require(running, product);
        MySqlClient loader = Kind.IMPORT.require(running, product);
        Output output = new Output(files.rows().size(), job.progress());
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
            shell.run(running, words, Optional.of(script), output, read -> {});
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
        loader.run(running, words, Optional.empty(), output, read -> {});
        if (output.complaint.isPresent()) {
            throw new IOException(output.complaint.get());
        }
    }

    /** The output of the clients, as lines of progress. */
    static final class Output implements Consumer<String> {
        /** {@code rowmark_restored.orders: Records: 3000  Deleted: 0  Skipped: 0  Warnings: 0}. */
        private static final Pattern LOADED =
                Pattern.compile("[^.]+\\.(.+): Records: (\\d+) +Deleted: \\d+ +Skipped: (\\d+) +Warnings: (\\d+)");

        private static final Pattern ADDING = Pattern.compile("ALTER TABLE `(.+?)` ADD .*");

        private final int of;
        private final Consumer<String> progress;
        private int tables;

        /** The last table that was not loaded as it should have been. */
        Optional<String> complaint = Optional.empty();

        /** @param tables how many will be loaded */
        Output(int tables, Consumer<String> progress) {
            of = tables;
            this.progress = progress;
        }

        @Override
        public void accept(String line) {
            Matcher loaded = LOADED.matcher(line);
            Matcher adding = ADDING.matcher(line);
            if (loaded.matches()) {
                if (!loaded.group(3).equals("0") || !loaded.group(4).equals("0")) {
                    complaint = Optional.of("table " + loaded.group(1) + " was loaded with " + loaded.group(3)
                            + " rows left out and " + loaded.group(4) + " warnings");
                }
                progress.accept("table " + ++tables + " of " + of + ", " + loaded.group(1));
            } else if (adding.matches()) {
                progress.accept("indexes and keys of " + adding.group(1));
            }
        }
    }
}
