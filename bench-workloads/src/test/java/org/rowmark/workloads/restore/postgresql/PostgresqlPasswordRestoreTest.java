package org.rowmark.workloads.restore.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;
import org.rowmark.workloads.restore.PasswordRestoreContract;

/** A private server that asks for passwords as others do. */
class PostgresqlPasswordRestoreTest extends PasswordRestoreContract {
    private static final String LOADED = "select pg_conf_load_time()";

    PostgresqlPasswordRestoreTest() {
        super(DatabaseContract.builtIn("postgresql"));
    }

    @Override
    protected Endpoint lock(Endpoint open, Workspace workspace) throws IOException, SQLException {
        try (Connection connection = Drivers.connect(open, ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            statement.execute("alter role postgres password $quoted$" + PASSWORD + "$quoted$");
            Files.writeString(
                    workspace.data().resolve("data").resolve("pg_hba.conf"),
                    "host all all 127.0.0.1/32 scram-sha-256\n");
            String before = ServerInfoQueries.value(connection, LOADED);
            statement.execute("select pg_reload_conf()");
            long deadline = System.nanoTime() + 10_000_000_000L;
            while (ServerInfoQueries.value(connection, LOADED).equals(before)) {
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
        }
        return open.as("postgres", Secret.of(PASSWORD));
    }
}
