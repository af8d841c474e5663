package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.FilePermissions;

/** Files that the server writes by {@code SELECT … INTO OUTFILE}: it must run on this machine and be allowed to. */
final class ServerSideDump {
    private ServerSideDump() {}

    /** Finds why the server writes no files that can be read here, or loads none, as the end of "needs …". */
    static Optional<String> missing(RunningTarget running) {
        if (running.target().server() == ServerKind.CONTAINER) {
            return Optional.of(
                    "a server whose files are at hand: --tab has the server write them, here into its container");
        }
        try {
            return Drivers.ask(running.endpoint(), connection -> missing(running, connection));
        } catch (SQLException e) {
            return Optional.of("a server that answers: " + ServerStarts.firstLine(e));
        }
    }

    private static Optional<String> missing(RunningTarget running, Connection connection) throws SQLException {
        if (ServerInfoQueries.value(connection, "select @@local_infile").equals("0")) {
            return Optional.of("a server that takes LOAD DATA LOCAL (local_infile=ON)");
        }
        return refusal(running, connection);
    }

    /**
     * Tries to have the server write a file. It must run on this machine, its user must have the right to, and
     * {@code secure_file_priv}, which means one thing to MySQL and another to MariaDB where it is NULL, must let it.
     */
    private static Optional<String> refusal(RunningTarget running, Connection connection) {
        try {
            Path directory = shared(running);
            try (Statement statement = connection.createStatement()) {
                Path file = directory.resolve("file.txt");
                statement.execute("select 1 into outfile " + quoted(file));
                return Files.isReadable(file)
                        ? Optional.empty()
                        : Optional.of("a server on this machine whose files Rowmark's user may read");
            } finally {
                PathUtils.deleteDirectory(directory);
            }
        } catch (SQLException e) {
            return Optional.of("a server on this machine that writes files for --tab: " + ServerStarts.firstLine(e));
        } catch (IOException e) {
            return Optional.of("a directory that the server may write to: " + e.getMessage());
        }
    }

    /** Dumps into a directory that the server may write to, whoever runs it, and moves the files from there. */
    static void dump(RunningTarget running, MySqlClient dump, String source, Path backup) throws IOException {
        Path directory = shared(running);
        try {
            List<String> words = new ArrayList<>(dump.dumpOptions());
            words.addAll(List.of("--tab=" + directory, source));
            dump.run(running, words, line -> {});
            Files.createDirectory(backup);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Files.move(file, backup.resolve(file.getFileName()));
                }
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

    private static String quoted(Path file) {
        return "'" + file.toString().replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
