package org.rowmark.databases.firebird.restore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.firebirdsql.gds.ISCConstants;
import org.firebirdsql.jdbc.FirebirdConnection;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/**
 * Databases of a server whose files only it reaches, handled by the bundled driver whatever driver is measured: others lack
 * some of this.
 */
final class FirebirdRemoteDatabases {
    private static final Pattern NO_FILE = Pattern.compile("No such file|cannot find the (file|path)");

    private FirebirdRemoteDatabases() {}

    static void create(RunningTarget site, String name, String pageSize) throws SQLException {
        Endpoint endpoint = endpoint(site, name);
        Map<String, String> properties = new HashMap<>(endpoint.properties());
        properties.put("createDatabaseIfNotExist", "true");
        properties.put("page_size@create", pageSize);
        properties.put("force_write@create", "0");
        properties.put("set_db_charset@create", "UTF8");
        connect(endpoint.with(properties)).close();
    }

    /** @throws SQLException if the server does not say whether it is there */
    static boolean exists(RunningTarget site, String name) throws SQLException {
        Optional<Connection> connection = open(site, name);
        if (connection.isPresent()) {
            connection.get().close();
        }
        return connection.isPresent();
    }

    static void drop(RunningTarget site, String name) throws SQLException {
        Optional<Connection> connection = open(site, name);
        if (connection.isPresent()) {
            connection.get().unwrap(FirebirdConnection.class).getFbDatabase().dropDatabase();
        }
    }

    static long size(RunningTarget site, String name) throws SQLException {
        try (Connection connection = connect(endpoint(site, name))) {
            return Long.parseLong(
                    ServerInfoQueries.value(connection, "select mon$pages * mon$page_size from mon$database"));
        }
    }

    /** @return empty if there is no such file */
    private static Optional<Connection> open(RunningTarget site, String name) throws SQLException {
        try {
            return Optional.of(connect(endpoint(site, name)));
        } catch (SQLException e) {
            if (e.getErrorCode() == ISCConstants.isc_io_error
                    && NO_FILE.matcher(e.getMessage()).find()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Connection connect(Endpoint endpoint) throws SQLException {
        return Drivers.connect(endpoint, ConnectionMode.PLAIN);
    }

    private static Endpoint endpoint(RunningTarget site, String name) {
        Endpoint own = site.endpoint();
        FirebirdAddress address = FirebirdAddress.of(own);
        return new Endpoint(
                own.database(),
                address.through("jdbc:firebirdsql:").url(FirebirdFiles.path(site, name)),
                own.user(),
                own.password(),
                List.of(),
                own.properties());
    }
}
