package org.rowmark.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.Workspace;

/** A private server with a user who needs a password: somebody else's, as far as the run under test knows. */
public final class PasswordServer implements AutoCloseable {
    static final String USER = "bench";
    private static final String MARIADB = "mariadb";

    private final String database;
    private final Server server;

    private PasswordServer(String database, Server server) {
        this.database = database;
        this.server = server;
    }

    /** Starts MariaDB. */
    static PasswordServer start(Path directory, String password) throws IOException, SQLException {
        return start(MARIADB, directory, password);
    }

    /** @param database mariadb or postgresql */
    public static PasswordServer start(String database, Path directory, String password)
            throws IOException, SQLException {
        Path data = Files.createDirectories(directory.resolve("somebody-elses-data"));
        Server server = RequiredServers.start(
                Targets.builtIn().named(database), new Workspace(data, directory.resolve("server.log")));
        try (Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            if (database.equals(MARIADB)) {
                statement.execute(
                        "create user " + USER + "@'127.0.0.1' identified by '" + password.replace("\\", "\\\\") + "'");
                statement.execute("grant all on *.* to " + USER + "@'127.0.0.1'");
            } else {
                statement.execute("create user " + USER + " superuser password '" + password + "'");
            }
        }
        return new PasswordServer(database, server);
    }

    /** Returns one that needs nothing more to connect without TLS. */
    public String url() {
        return server.endpoint().url() + (database.equals(MARIADB) ? "?sslMode=disable" : "");
    }

    public int port() {
        return new JdbcUrl(server.endpoint().url()).server(OptionalInt.empty()).getPort();
    }

    public Connection connect() throws SQLException {
        return Drivers.connect(server.endpoint(), ConnectionMode.PLAIN);
    }

    /** A targets file with this server as {@code theirs}. */
    public Path targetsFile(Path file, String password) throws IOException {
        return Files.writeString(file, """
                targets:
                  theirs:
                    database: %s
                    url: %s
                    user: %s
                    password: %s
                """.formatted(database, url(), USER, password));
    }

    /**
     * Sends a signal to all processes of the server.
     *
     * @param name STOP or CONT; {@link #close} lets a server go on, too
     */
    public void signal(String name) throws IOException, InterruptedException {
        ProcessHandle main = ProcessHandle.of(server.pid().orElseThrow()).orElseThrow();
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        Stream.concat(Stream.of(main), main.descendants()).forEach(process -> command.add("" + process.pid()));
        new ProcessBuilder(command).start().waitFor(); // sessions may have ended by themselves
    }

    /** Lets the server die before the test is over. */
    public void die() {
        server.close();
    }

    @Override
    public void close() {
        server.close();
    }
}
