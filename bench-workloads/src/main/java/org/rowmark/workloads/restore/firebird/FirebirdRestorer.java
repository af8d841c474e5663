package org.rowmark.workloads.restore.firebird;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.firebirdsql.gds.ISCConstants;
import org.firebirdsql.jdbc.FirebirdConnection;
import org.rowmark.databases.firebird.FirebirdDriver;
import org.rowmark.databases.firebird.FirebirdSettings;
import org.rowmark.databases.support.query.KnownFailures;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.BackupFile;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.IndexState;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/**
 * Whole databases of Firebird, a file each, beside the target's own. Files that only a server reaches are handled by the
 * bundled driver whatever driver is measured: others lack some of the calls.
 */
@AutoService(Restorer.class)
public final class FirebirdRestorer implements Restorer {
    /** The methods, with backups and options in common. */
    interface Method extends RestoreMethod {
        @Override
        default String format() {
            return "fbk";
        }

        @Override
        default Set<RestoreJob.Option> choices() {
            return EnumSet.of(
                    RestoreJob.Option.INACTIVE_INDEXES, RestoreJob.Option.PAGE_SIZE, RestoreJob.Option.BUFFERS);
        }
    }

    private static final Pattern THIS_MACHINE = Pattern.compile("localhost|127\\..*");
    private static final Pattern NO_FILE = Pattern.compile("No such file|cannot find the (file|path)");

    /** Failures of gbak and of the services. */
    private static final KnownFailures FAILURES = new KnownFailures(
            "Expected backup version 1\\.\\.(\\d+)\\.\\s*Found (\\d+)",
            "a newer gbak made the backup: its format is $2, and this version reads formats up to $1;"
                    + " restore it on the version of Firebird that made it, or a later one",
            "expected backup description record",
            "the file is no backup by gbak; name one that gbak -b or a backup manager made",
            "expected page size, encountered \"?(\\d+)",
            "no version of Firebird has pages of $1 bytes; use 4096, 8192 or 16384 (32768 from version 4 on)",
            "Backup incomplete|service thread requested stdin data|restore ended before it was complete",
            "the backup ends in the middle: it was cut short when it was made or copied",
            "cannot open backup file (\\S+)",
            "the server cannot open the backup $1: its user must be able to read the file and to enter every"
                    + " directory above it");

    private static final String INDEXES = "select trim(rdb$relation_name), trim(rdb$index_name),"
            + " iif(rdb$index_inactive = 1, 0, 1) from rdb$indices where coalesce(rdb$system_flag, 0) = 0";

    @Override
    public String database() {
        return "firebird";
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(
                ApiRestore.SERVICE, ApiRestore.STREAMING, GbakRestore.LOCAL, GbakRestore.SERVICE, GbakRestore.TCP);
    }

    @Override
    public String usualMethod() {
        return GbakRestore.SERVICE.name();
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        Endpoint own = running.endpoint();
        return own.at(FirebirdAddress.of(own).url(path(running, name)));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        if (isOurs(running)) {
            return Files.exists(file(running, name));
        }
        Optional<Connection> connection = open(running, name);
        if (connection.isPresent()) {
            connection.get().close();
        }
        return connection.isPresent();
    }

    @Override
    public void create(RunningTarget running, String name) throws IOException, SQLException {
        Endpoint endpoint = bundled(running, name);
        Map<String, String> properties = new HashMap<>(endpoint.properties());
        properties.put("createDatabaseIfNotExist", "true");
        properties.put(
                "page_size@create", FirebirdSettings.pageSize(running.target().settings()));
        properties.put("force_write@create", "0");
        properties.put("set_db_charset@create", "UTF8");
        Drivers.connect(endpoint.with(properties), ConnectionMode.PLAIN).close();
    }

    @Override
    public void drop(RunningTarget running, String name) throws IOException, SQLException {
        Restorer.requireOurs(running, name);
        if (isOurs(running)) {
            Files.deleteIfExists(file(running, name));
            return;
        }
        Optional<Connection> connection = open(running, name);
        if (connection.isPresent()) {
            connection.get().unwrap(FirebirdConnection.class).getFbDatabase().dropDatabase();
        }
    }

    /** Writes the file, which no connection holds any more; that of a server elsewhere is out of reach. */
    @Override
    public void sync(RunningTarget running, String name) throws IOException {
        if (isOurs(running)) {
            DatabaseFiles.named(file(running, name), "").sync();
        }
    }

    @Override
    public long size(RunningTarget running, String name) throws IOException, SQLException {
        if (isOurs(running)) {
            return Files.size(file(running, name));
        }
        String query = "select mon$pages * mon$page_size from mon$database";
        return Drivers.query(bundled(running, name), connection -> Sql.number(connection, query));
    }

    private static Path file(RunningTarget running, String name) {
        return Path.of(path(running, name));
    }

    /** Connects to a server's database; empty if there is no such file. */
    private static Optional<Connection> open(RunningTarget running, String name) throws SQLException {
        try {
            return Optional.of(Drivers.connect(bundled(running, name), ConnectionMode.PLAIN));
        } catch (SQLException e) {
            if (e.getErrorCode() == ISCConstants.isc_io_error
                    && NO_FILE.matcher(e.getMessage()).find()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns the endpoint of a server's database for the bundled driver. */
    private static Endpoint bundled(RunningTarget running, String name) {
        Endpoint own = running.endpoint();
        String url = FirebirdAddress.of(own).withScheme("jdbc:firebirdsql:").url(path(running, name));
        return new Endpoint(own.database(), url, own.user(), own.password(), List.of(), own.properties());
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public Optional<String> explain(String failure) {
        return FirebirdDriver.FAILURES.explain(failure).or(() -> FAILURES.explain(failure));
    }

    /**
     * Returns the file of the database of that name, as the server sees it.
     *
     * @throws UsageException if its directory is not known
     */
    static String path(RunningTarget running, String name) {
        if (isOurs(running)) {
            return running.directory("data").resolve(name + ".fdb").toString();
        }
        missingDirectory(running).ifPresent(lack -> {
            throw running.target().problem("needs " + lack);
        });
        String own = own(running);
        return own.substring(0, separator(own) + 1) + name + ".fdb";
    }

    /** Returns why no database can be put beside the target's own, as the end of "needs …". */
    static Optional<String> missingDirectory(RunningTarget running) {
        return isOurs(running) || separator(own(running)) >= 0
                ? Optional.empty()
                : Optional.of("the path of the database's file in url:, beside which another one goes; '" + own(running)
                        + "' is an alias");
    }

    /** Returns whether this process may read and remove the files of databases. */
    static boolean isOurs(RunningTarget running) {
        return running.target().server() == ServerKind.LOCAL;
    }

    /** Returns why no program can open the files of databases. */
    static Optional<String> missingFiles(RunningTarget running) {
        return isOurs(running)
                ? Optional.empty()
                : Optional.of("the server's files, which are its own; a target with server: local has them");
    }

    /** Returns why the server cannot read files of this machine. */
    static Optional<String> missingDisk(RunningTarget running) {
        return running.target().server() == ServerKind.CONTAINER
                ? Optional.of("a server that reads this machine's disk, and one in a container has its own")
                : Optional.empty();
    }

    /** @throws UsageException if the server is not on this machine, and cannot read a backup that is made here */
    static void requireThisMachine(RunningTarget running) {
        String host = FirebirdAddress.of(running.endpoint()).host().orElse("");
        if (!isOurs(running) && !THIS_MACHINE.matcher(host).matches()) {
            throw running.target()
                    .problem("this restore method needs the backup on the server's"
                            + " own disk; name it with --backup, or leave the method out");
        }
    }

    /**
     * Returns the job's backup for a server that reads it.
     *
     * @throws UsageException if the server is on this machine, and the backup cannot be read or is empty
     */
    static String backupOnServer(RunningTarget running, RestoreJob job) throws IOException {
        boolean isTheirs = running.target().server() == ServerKind.EXTERNAL && Files.notExists(job.backup());
        return (isTheirs ? job.backup() : backup(job)).toString();
    }

    /** Returns the job's backup for a program that reads it; version 3.0.11 crashes when an empty one is streamed. */
    static Path backup(RestoreJob job) throws IOException {
        return BackupFile.require(job.backup().toAbsolutePath());
    }

    private static String own(RunningTarget running) {
        return FirebirdAddress.of(running.endpoint()).database();
    }

    private static int separator(String path) {
        return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    }
}
