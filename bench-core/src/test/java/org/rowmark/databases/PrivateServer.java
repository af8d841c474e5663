package org.rowmark.databases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;

/** A built-in target that was started with some settings, for one test. */
public record PrivateServer(Target target, Server server) implements Contract, AutoCloseable {
    public static PrivateServer start(String name, Map<String, String> settings, Path directory) throws IOException {
        return start(DatabaseContract.builtIn(name).withSettings(settings), directory);
    }

    public static PrivateServer start(Target target, Path directory) throws IOException {
        directory.toFile().setExecutable(true, false);
        Workspace workspace =
                new Workspace(Files.createDirectory(directory.resolve("data")), directory.resolve("server.log"));
        return new PrivateServer(target, RequiredServers.start(target, workspace));
    }

    @Override
    public Database database() {
        return Databases.named(target.database());
    }

    @Override
    public Endpoint endpoint() {
        return server.endpoint();
    }

    @Override
    public Set<Feature> features() {
        return database().features();
    }

    public CounterReading reading() throws SQLException {
        return CounterReading.of(Drivers.query(endpoint(), database().monitor()::counters));
    }

    /** As that user, on a connection that can still be used afterwards. */
    public CounterReading readingAs(String user, String password) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint().as(user, Secret.of(password)), ConnectionMode.PLAIN)) {
            CounterReading reading = CounterReading.of(database().monitor().counters(connection));
            Contract.number(connection, dialect().ping());
            return reading;
        }
    }

    public void execute(String sql) throws SQLException {
        on(ConnectionMode.PLAIN, connection -> Contract.execute(connection, sql));
    }

    @Override
    public void close() {
        server.close();
    }
}
