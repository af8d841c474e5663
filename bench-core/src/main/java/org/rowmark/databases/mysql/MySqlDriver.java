package org.rowmark.databases.mysql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.Junixsocket;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** The drivers that reach MySQL and MariaDB, told apart by the URL. Each reaches both. */
enum MySqlDriver {
    /** MySQL's driver. Unix domain sockets are junixsocket's. */
    CONNECTOR_J("jdbc:mysql:", "DISABLED") {
        @Override
        Map<String, String> socket(Path file) {
            return Map.of("socketFactory", SOCKET_FACTORY, "junixsocket.file", file.toString());
        }
    },

    /** MariaDB's driver, with Unix domain sockets of its own. */
    MARIADB("jdbc:mariadb:", "disable") {
        @Override
        Map<String, String> socket(Path file) {
            return Map.of("localSocket", file.toString());
        }
    };

    private static final String SOCKET_FACTORY = "org.newsclub.net.mysql.AFUNIXDatabaseSocketFactoryCJ";

    private final String scheme;
    private final String sslModeOff;

    MySqlDriver(String scheme, String sslModeOff) {
        this.scheme = scheme;
        this.sslModeOff = sslModeOff;
    }

    /**
     * The driver that a private server is reached through: the one whose scheme the target has; the one that the
     * target's own jars hold; the product's own.
     *
     * @throws UsageException if the target's jars hold neither
     */
    static MySqlDriver of(Target target, MySqlDriver ofTheProduct) {
        if (target.scheme().isPresent()) {
            return Stream.of(values())
                    .filter(driver -> driver.scheme.equals(target.scheme().get()))
                    .findFirst()
                    .orElseThrow();
        }
        if (target.driver().isEmpty()) {
            return ofTheProduct;
        }
        // MariaDB's driver first: its old versions accept both schemes.
        return Stream.of(MARIADB, CONNECTOR_J)
                .filter(driver -> driver.isAmongThoseOf(target))
                .findFirst()
                .orElseThrow(() -> target.problem(
                        "driver: " + String.join(", ", target.driver()) + " holds no driver of MySQL or MariaDB"));
    }

    private boolean isAmongThoseOf(Target target) {
        try {
            return Drivers.accept(DriverJars.endpoint(target, url("127.0.0.1")));
        } catch (SQLException e) {
            return false;
        }
    }

    /** What all connections of a mode are told; a driver leaves alone what only the other one knows. */
    static Map<String, String> properties(ConnectionMode mode) {
        return switch (mode) {
            case PLAIN -> Map.of();
            // MariaDB's driver would send batches to MariaDB in a protocol of its own and rewrite nothing
            case BATCH_REWRITE ->
                Map.of("rewriteBatchedStatements", "true", "useBulkStmts", "false", "useBulkStmtsForInserts", "false");
            // MariaDB's driver reads in portions wherever a fetch size is set
            case CURSOR_FETCH -> Map.of("useCursorFetch", "true");
            case BULK_LOAD -> Map.of("allowLoadLocalInfile", "true", "allowLocalInfile", "true");
        };
    }

    /** A private server at that port. */
    Endpoint over(Target target, int port) {
        return endpoint(target, "127.0.0.1:" + port, Map.of());
    }

    /** A private server behind that socket. */
    Endpoint over(Target target, Path socket) {
        Endpoint endpoint = endpoint(target, "localhost", socket(socket));
        if (endpoint.properties().containsKey("socketFactory")) {
            requireFactory(target, endpoint);
            Junixsocket.require(target, endpoint);
        }
        return endpoint;
    }

    abstract Map<String, String> socket(Path file);

    /**
     * Without TLS: a private server has a certificate of its own making or none, and the other databases' servers have
     * none either. Its root has no password, so nothing is lost by taking the server's word for its public key.
     */
    private Endpoint endpoint(Target target, String server, Map<String, String> more) {
        Map<String, String> properties = new TreeMap<>(more);
        properties.put("sslMode", sslModeOff);
        properties.put("allowPublicKeyRetrieval", "true");
        return DriverJars.endpoint(target, url(server))
                .as("root", Secret.of(""))
                .with(properties);
    }

    private String url(String server) {
        return scheme + "//" + server + "/rowmark";
    }

    /** A driver of the target's own does not see what is bundled. */
    private static void requireFactory(Target target, Endpoint endpoint) {
        try {
            Class.forName(
                    SOCKET_FACTORY, false, Drivers.driverOf(endpoint).getClass().getClassLoader());
        } catch (ClassNotFoundException | SQLException e) {
            throw target.problem(
                    "placement: socket needs junixsocket beside the driver; add"
                            + " junixsocket-mysql and junixsocket-native-common (com.kohlschutter.junixsocket)"
                            + " to driver:",
                    e);
        }
    }
}
