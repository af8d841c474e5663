package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MariaDb;
import org.rowmark.databases.mysql.restore.MariaDbRestorer.RestoredServer;
import org.rowmark.databases.mysql.restore.MySqlClient.Kind;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.PhasedRestore;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/**
 * mariadb-backup: all files of a server are copied into a new data directory, and a second server is started on them,
 * with its users and all its databases. The log of changes was applied to the files when they were backed up
 * ({@code --prepare}), which is not measured.
 */
record MariaDbBackupRestore(String name, String meaning, String format) implements RestoreMethod {
    private static final String NAME = "mariadb-backup";

    /** The file with the program's notes of a backup, by its names since 11.1 and before. */
    private static final List<String> NOTES = List.of("mariadb_backup_checkpoints", "xtrabackup_checkpoints");

    private static final Pattern PREPARED = Pattern.compile("backup_type = (log-applied|full-prepared)");
    private static final Pattern COPYING = Pattern.compile(" Copying \\./(.*?) to ");

    MariaDbBackupRestore() {
        this(NAME, "mariadb-backup --copy-back: all files of a server, and a second server started on them", "files");
    }

    /** Requires the program of the server's release, whose files it knows. */
    @Override
    public Optional<String> missing(RunningTarget running) throws IOException, SQLException {
        ServerKind kind = running.target().server();
        if (kind != ServerKind.LOCAL && kind != ServerKind.ARTIFACT) {
            return Optional.of("a server that Rowmark starts from programs on this machine: a second one is started");
        }
        Optional<String> missing = MySqlClient.missing(running, MariaDb.PRODUCT, Kind.BACKUP);
        if (missing.isPresent()) {
            return missing;
        }
        String server = Drivers.query(
                running.endpoint(), connection -> ServerInfoQueries.value(connection, "select version()"));
        String program =
                MySqlClient.require(running, MariaDb.PRODUCT, Kind.BACKUP).version();
        return release(program).equals(release(server))
                ? Optional.empty()
                : Optional.of(NAME + " of version " + release(server) + "; found " + program);
    }

    /** Shortens a version to its release: {@code 10.11} of {@code 10.11.19-MariaDB-0+deb12u1}. */
    static String release(String version) {
        return version.replaceFirst("^(\\d+\\.\\d+)\\..*$", "$1");
    }

    @Override
    public Map<String, String> programs(RunningTarget running) throws IOException {
        return MySqlClient.versions(running, MariaDb.PRODUCT, Kind.BACKUP);
    }

    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        MySqlClient program = MySqlClient.require(running, MariaDb.PRODUCT, Kind.BACKUP);
        program.run(running, List.of("--backup", "--target-dir=" + backup), line -> {});
        program.runAlone(running, List.of("--prepare", "--target-dir=" + backup), line -> {});
    }

    /** @throws UsageException if the directory is no backup that is ready to be copied back */
    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        requirePrepared(job.backup());
        MySqlClient program = MySqlClient.require(running, MariaDb.PRODUCT, Kind.BACKUP);
        Path data = RestoredServer.data(running, job.name());
        List<String> words = List.of("--copy-back", "--target-dir=" + job.backup(), "--datadir=" + data);
        return new PhasedRestore(phases -> {
            phases.begin(PreparedRestore.DATA);
            Files.createDirectories(data.getParent());
            program.runAlone(running, words, line -> progress(line).ifPresent(job.progress()));
            phases.end();
            job.progress().accept("starting the server");
            RestoredServer.start(running, job.name());
        });
    }

    /** Converts a line such as {@code [01] 2026-11-20 19:36:20 Copying ./shop/orders.ibd to …}. */
    static Optional<String> progress(String line) {
        return COPYING.matcher(line)
                .results()
                .map(copying -> "copying " + copying.group(1))
                .findFirst();
    }

    private static void requirePrepared(Path backup) throws IOException {
        Optional<Path> notes =
                NOTES.stream().map(backup::resolve).filter(Files::exists).findFirst();
        if (notes.isEmpty()) {
            throw new UsageException(backup + " is no directory that " + NAME + " made");
        }
        if (!PREPARED.matcher(Files.readString(notes.get())).find()) {
            throw new UsageException(
                    backup + " is not ready to be copied back; run " + NAME + " --prepare --target-dir=" + backup);
        }
    }
}
