package org.rowmark.e2e.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;

/** PostGIS, which a machine with PostgreSQL need not have. */
final class Postgis {
    private Postgis() {}

    /** Starts a built-in target of PostgreSQL in a new directory and returns whether it offers PostGIS. */
    static boolean isBeside(String target, Path directory) throws IOException, SQLException {
        Path data = Files.createDirectories(directory.resolve("data"));
        directory.toFile().setExecutable(true, false); // for the server's user, if this is root
        try (Server server =
                RequiredServers.start(Targets.builtIn().named(target), new Workspace(data, directory.resolve("log")))) {
            String offered = "select count(*) from pg_available_extensions where name = 'postgis'";
            return Drivers.query(server.endpoint(), connection -> Sql.number(connection, offered)) == 1;
        }
    }
}
