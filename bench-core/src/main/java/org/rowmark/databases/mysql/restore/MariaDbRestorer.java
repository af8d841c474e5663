package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.mysql.MariaDb;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.restore.DatabaseFiles;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Await;

/** MariaDB's databases, on the target's server or on a second one that was restored as a whole. */
public final class MariaDbRestorer extends MySqlRestorer {
    public MariaDbRestorer() {
        super(MariaDb.PRODUCT);
    }

    @Override
    public List<RestoreMethod> methods() {
        return Stream.concat(Stream.of(new MariaDbBackupRestore()), super.methods().stream())
                .toList();
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return RestoredServer.started(running, name)
                .map(RestoredServer::endpoint)
                .orElseGet(() -> super.endpoint(running, name));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        return Files.exists(RestoredServer.directory(running, name)) || super.exists(running, name);
    }

    @Override
    public void drop(RunningTarget running, String name) throws IOException, SQLException {
        RestoredServer.remove(running, name);
        super.drop(running, name);
    }

    /** Writes all files of a server that was restored as a whole. */
    @Override
    public void sync(RunningTarget running, String name) throws IOException, SQLException {
        if (RestoredServer.started(running, name).isPresent()) {
            new DatabaseFiles(List.of(RestoredServer.data(running, name))).sync();
        } else {
            super.sync(running, name);
        }
    }

    /** Adds up all files of a server that was restored as a whole. */
    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        return RestoredServer.started(running, name).isPresent()
                ? FileUtils.sizeOfDirectory(RestoredServer.data(running, name).toFile())
                : super.size(running, name);
    }

    /**
     * A second private server, beside the target's, on files that were copied back: MariaDB's files are restored all or
     * none. It ends with the process that started it at the latest; other processes recognise it by its directory.
     *
     * @param server the running server
     * @param database the first of its databases that is not the product's own
     */
    record RestoredServer(Server server, String database) {
        private static final String DATABASE =
                "select schema_name from information_schema.schemata where schema_name not in"
                        + " ('information_schema', 'mysql', 'performance_schema', 'sys')"
                        + " order by schema_name = 'rowmark', 1 limit 1";

        /** The servers of this process, by their directory. */
        private static final Map<Path, RestoredServer> RUNNING = new ConcurrentHashMap<>();

        private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
        private static final Duration INTERVAL = Duration.ofMillis(50);

        /** Returns the directory of the server that has the database of that name. */
        static Path directory(RunningTarget running, String name) {
            return running.directory(name + "-server");
        }

        /** Returns the directory for its data, to be filled before it is started. */
        static Path data(RunningTarget running, String name) {
            return directory(running, name).resolve("data");
        }

        /** Returns the server of that name that this process has started. */
        static Optional<RestoredServer> started(RunningTarget running, String name) {
            return Optional.ofNullable(RUNNING.get(directory(running, name)));
        }

        /** Starts the server as the target's is, on a free port. */
        static void start(RunningTarget running, String name) throws IOException, SQLException {
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
                RUNNING.put(workspace.data(), new RestoredServer(server, database));
            } catch (SQLException e) {
                server.close();
                throw e;
            }
        }

        Endpoint endpoint() {
            return server.endpoint().at(new JdbcUrl(server.endpoint().url()).withDatabase(database));
        }

        /** Stops the server, even one that a process which was killed has left, and removes its directory. */
        static void remove(RunningTarget running, String name) throws IOException {
            Path directory = directory(running, name);
            RestoredServer copy = RUNNING.remove(directory);
            if (copy != null) {
                copy.server.close();
            }
            if (Files.exists(directory)) {
                Path pid = directory.resolve("server.pid");
                if (Files.exists(pid)) {
                    stop(Long.parseLong(Files.readString(pid).strip()), directory);
                }
                PathUtils.deleteDirectory(directory);
            }
        }

        /** Stops the process only if it serves that directory: its id may be another's by this time. */
        private static void stop(long pid, Path directory) throws IOException {
            Optional<ProcessHandle> left = ProcessHandle.of(pid)
                    .filter(process -> process.info().commandLine().orElse("").contains("--datadir=" + directory));
            if (left.isPresent()) {
                left.get().destroy();
                if (!Await.until(() -> !left.get().isAlive(), STOP_LIMIT, INTERVAL)) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw new IOException("interrupted while a restored server was stopping");
                    }
                    left.get().destroyForcibly();
                }
            }
        }
    }
}
