package org.rowmark.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Workspace;

/**
 * A private MariaDB with a user who needs a password: somebody else's server, as far as the run under test knows. Its
 * URL is Connector/J's, which needs nothing more to connect without TLS.
 */
final class PasswordServer implements AutoCloseable {
    static final String USER = "bench";

    private final Server server;

    private PasswordServer(Server server) {
        this.server = server;
    }

    static PasswordServer start(Path directory, String password) throws IOException, SQLException {
        RequiredServers.assume("mariadb");
        Path data = Files.createDirectories(directory.resolve("somebody-elses-data"));
        Server server = Databases.named("mariadb")
                .launcher()
                .start(
                        Targets.builtIn().named("mariadb-connector-j"),
                        new Workspace(data, directory.resolve("server.log")));
        try (Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            statement.execute("create user " + USER + "@'127.0.0.1' identified by '" + password + "'");
            statement.execute("grant all on *.* to " + USER + "@'127.0.0.1'");
        }
        return new PasswordServer(server);
    }

    String url() {
        return server.endpoint().url();
    }

    Connection connect() throws SQLException {
        return Drivers.connect(server.endpoint(), ConnectionMode.PLAIN);
    }

    /** A targets file with this server as {@code theirs}. */
    Path targetsFile(Path file, String password) throws IOException {
        return Files.writeString(file, """
                targets:
                  theirs:
                    database: mariadb
                    url: %s
                    user: %s
                    password: %s
                """.formatted(url(), USER, password));
    }

    /** Lets the server die before the test is over. */
    void die() {
        server.close();
    }

    @Override
    public void close() {
        server.close();
    }
}
