package org.rowmark.databases;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.EndpointFile;

/** The process that measures, in small: it knows the endpoint's file only, and stays connected until its input ends. */
public final class Fork {
    private Fork() {}

    public static void main(String[] args) throws IOException, SQLException {
        Endpoint endpoint = EndpointFile.read(Path.of(System.getProperty(EndpointFile.PROPERTY)))
                .endpoint();
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            System.out.println(Databases.named(endpoint.database())
                    .monitor()
                    .info(connection)
                    .version());
            System.in.readAllBytes();
        }
    }
}
