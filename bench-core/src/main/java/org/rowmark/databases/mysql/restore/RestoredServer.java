package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.mysql.MySqlAddress;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/**
 * A second private server, beside the target's, on files that were copied back: MariaDB's files are restored all or none.
 * It runs as long as the process that started it at most; its directory tells other processes that there is one.
 *
 * @param server the running server
 * @param database the first of its databases that is not the product's own
 */
record RestoredServer(Server server, String database) {
    private static final String DATABASE =
            "select schema_name from information_schema.schemata where schema_name not in"
                    + " ('information_schema', 'mysql', 'performance_schema', 'sys') order by schema_name = 'rowmark', 1 limit 1";

    /** Of this process, by their directory. */
    private static final Map<Path, RestoredServer> RUNNING = new ConcurrentHashMap<>();

    private static final int SECONDS_TO_STOP = 60;

    /** The directory of the server that stands for the database of that name. */
    static Path directory(RunningTarget site, String name) {
        return site.directory(name + "-server");
    }

    /** Where its data belong before it is started. */
    static Path data(RunningTarget site, String name) {
        return directory(site, name).resolve("data");
    }

    /** The copy of that name that this process has started. */
    static Optional<RestoredServer> running(RunningTarget site, String name) {
        return Optional.ofNullable(RUNNING.get(directory(site, name)));
    }

    /** Starts the server as the target's is, on a free port. */
    static void start(RunningTarget site, String name) throws IOException, SQLException {
        Map<String, String> settings = new HashMap<>(site.target().settings());
        settings.remove("port");
        // The jars, not where they come from: looking them up is no part of what is measured.
        List<String> jars =
                site.endpoint().driver().stream().map(Path::toString).toList();
        Target target = site.target().withSettings(settings).withDriver(jars);
        Workspace workspace =
                new Workspace(directory(site, name), site.workspace().log());
        Server server = Databases.named(target.database()).launcher().start(target, workspace);
        try {
            String database =
                    Drivers.ask(server.endpoint(), connection -> ServerInfoQueries.value(connection, DATABASE));
            RUNNING.put(workspace.data(), new RestoredServer(server, database));
        } catch (SQLException e) {
            server.close();
            throw e;
        }
    }

    Endpoint endpoint() {
        return server.endpoint().at(MySqlAddress.url(server.endpoint().url(), database));
    }

    /** Stops the server, even one that a process which was killed has left, and removes its directory. */
    static void remove(RunningTarget site, String name) throws IOException {
        Path directory = directory(site, name);
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

    /** Only a process that serves that directory: its id may be another's by this time. */
    private static void stop(long pid, Path directory) throws IOException {
        Optional<ProcessHandle> left = ProcessHandle.of(pid)
                .filter(process -> process.info().commandLine().orElse("").contains("--datadir=" + directory));
        if (left.isPresent()) {
            left.get().destroy();
            try {
                left.get().onExit().get(SECONDS_TO_STOP, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a restored server was stopping", e);
            } catch (ExecutionException | TimeoutException e) {
                left.get().destroyForcibly();
            }
        }
    }
}
