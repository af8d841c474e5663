package org.rowmark.workloads.restore.mysql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.mysql.MariaDb;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.PhasedRestore;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;
import org.rowmark.workloads.restore.mysql.MySqlClient.Kind;

/**
 * MariaDB's databases, on the target's server or on a second one, which was restored as a whole: MariaDB's files are
 * restored all or none. Other processes recognise the second server by its directory.
 */
@AutoService(Restorer.class)
public final class MariaDbRestorer extends MySqlRestorer {
    /** The first of a server's databases that is not the product's own. */
    private static final String DATABASE =
            "select schema_name from information_schema.schemata where schema_name not in"
                    + " ('information_schema', 'mysql', 'performance_schema', 'sys') order by schema_name = 'rowmark', 1 limit 1";

    /** The second servers of this process, by their directory. */
    private static final Map<Path, SecondServer> SECOND = new ConcurrentHashMap<>();

    private record SecondServer(Server server, Endpoint endpoint) {}

    public MariaDbRestorer() {
        super(MariaDb.PRODUCT);
    }

    @Override
    public List<RestoreMethod> methods() {
        RestoreMethod backup = new BackupRestore(
                BackupRestore.NAME,
                "mariadb-backup --copy-back: all files of a server, and a second server started on them",
                "files",
                List.of(Kind.BACKUP),
                MariaDb.PRODUCT);
        return Stream.concat(Stream.of(backup), super.methods().stream()).toList();
    }

    private static Path directory(RunningTarget running, String name) {
        return running.directory(name + "-server");
    }

    private static Path data(RunningTarget running, String name) {
        return directory(running, name).resolve("data");
    }

    private static Optional<SecondServer> second(RunningTarget running, String name) {
        return Optional.ofNullable(SECOND.get(directory(running, name)));
    }

    /** Starts a server on restored files as the target's is, on a free port. */
    private static void start(RunningTarget running, String name) throws IOException, SQLException {
        Map<String, String> settings = new HashMap<>(running.target().settings());
        settings.remove("port");
        // The jars themselves, as resolving their coordinates must not be measured.
        List<String> jars =
                running.endpoint().driver().stream().map(Path::toString).toList();
        Target target = running.target().withSettings(settings).withDriver(jars);
        Workspace workspace =
                new Workspace(directory(running, name), running.workspace().log());
        Server server = new MariaDb().launcher().start(target, workspace);
        try {
            String database =
                    Drivers.query(server.endpoint(), connection -> ServerInfoQueries.value(connection, DATABASE));
            String url = new JdbcUrl(server.endpoint().url()).withDatabase(database);
            SECOND.put(
                    workspace.data(), new SecondServer(server, server.endpoint().at(url)));
        } catch (SQLException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return second(running, name).map(SecondServer::endpoint).orElseGet(() -> super.endpoint(running, name));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        return Files.exists(directory(running, name)) || super.exists(running, name);
    }

    /** Stops a second server of this process, and kills the one of a process that was killed. */
    @Override
    public void drop(RunningTarget running, String name) throws IOException, SQLException {
        Path directory = directory(running, name);
        SecondServer second = SECOND.remove(directory);
        if (second != null) {
            second.server.close();
        }
        if (Files.exists(directory)) {
            ProcessHandle.allProcesses()
                    .filter(process -> process.info().commandLine().orElse("").contains("--datadir=" + directory))
                    .filter(ProcessHandle::destroyForcibly)
                    .forEach(process -> process.onExit().join());
            PathUtils.deleteDirectory(directory);
        }
        super.drop(running, name);
    }

    /** Writes all files of a second server. */
    @Override
    public void sync(RunningTarget running, String name) throws IOException, SQLException {
        if (second(running, name).isPresent()) {
            new DatabaseFiles(List.of(data(running, name))).sync();
        } else {
            super.sync(running, name);
        }
    }

    /** Adds up all files of a second server. */
    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        return second(running, name).isPresent()
                ? FileUtils.sizeOfDirectory(data(running, name).toFile())
                : super.size(running, name);
    }

    /**
     * mariadb-backup: all files of a server are copied into a new data directory, and a second server is started on them,
     * with its users and all its databases. The log of changes was applied to the files when they were backed up
     * ({@code --prepare}), which is not measured.
     */
    record BackupRestore(String name, String meaning, String format, List<Kind> kinds, MySqlProduct product)
            implements MySqlClient.Method {
        private static final String NAME = "mariadb-backup";

        /** The file with the program's notes of a backup, by its names since 11.1 and before. */
        private static final List<String> NOTES = List.of("mariadb_backup_checkpoints", "xtrabackup_checkpoints");

        private static final Pattern PREPARED = Pattern.compile("backup_type = (log-applied|full-prepared)");
        private static final Pattern COPYING = Pattern.compile(" Copying \\./(.*?) to ");

        /** Requires the program of the server's release, whose files it knows. */
        @Override
        public Optional<String> missing(RunningTarget running) throws IOException, SQLException {
            ServerKind kind = running.target().server();
            if (kind != ServerKind.LOCAL && kind != ServerKind.ARTIFACT) {
                return Optional.of(
                        "a server that Rowmark starts from programs on this machine: a second one is started");
            }
            Optional<String> missing = MySqlClient.Method.super.missing(running);
            if (missing.isPresent()) {
                return missing;
            }
            String server = Drivers.query(
                    running.endpoint(), connection -> ServerInfoQueries.value(connection, "select version()"));
            String program = Kind.BACKUP.require(running, product).program().version();
            return release(program).equals(release(server))
                    ? Optional.empty()
                    : Optional.of(NAME + " of version " + release(server) + "; found " + program);
        }

        /** Shortens a version to its release: {@code 10.11} of {@code 10.11.19-MariaDB-0+deb12u1}. */
        static String release(String version) {
            return version.replaceFirst("^(\\d+\\.\\d+)\\..*$", "$1");
        }

        @Override
        public void backUp(RunningTarget running, String source, Path backup) throws IOException {
            MySqlClient program = Kind.BACKUP.require(running, product);
            List<String> words = List.of("--backup", "--target-dir=" + backup);
            program.run(running, words, Optional.empty(), line -> {}, read -> {});
            program.runAlone(running, List.of("--prepare", "--target-dir=" + backup), line -> {});
        }

        /** @throws UsageException if the directory is no backup that is ready to be copied back */
        @Override
        public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
            requirePrepared(job.backup());
            MySqlClient program = Kind.BACKUP.require(running, product);
            Path data = data(running, job.name());
            List<String> words = List.of("--copy-back", "--target-dir=" + job.backup(), "--datadir=" + data);
            return new PhasedRestore(phases -> {
                phases.begin(PreparedRestore.DATA);
                Files.createDirectories(data.getParent());
                program.runAlone(running, words, line -> progress(line).ifPresent(job.progress()));
                phases.end();
                job.progress().accept("starting the server");
                start(running, job.name());
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
}
