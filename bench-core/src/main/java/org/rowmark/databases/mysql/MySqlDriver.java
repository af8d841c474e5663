package org.rowmark.databases.mysql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** The drivers of MySQL and MariaDB, distinguished by the URL. Each reaches both. */
enum MySqlDriver implements DriverAdapter {
    /** MySQL's driver. Unix domain sockets are junixsocket's. */
    CONNECTOR_J("jdbc:mysql:", "DISABLED"),

    /** MariaDB's driver, with Unix domain sockets of its own. */
    MARIADB("jdbc:mariadb:", "disable");

    private static final String SOCKET_FACTORY = "org.newsclub.net.mysql.AFUNIXDatabaseSocketFactoryCJ";

    /** ER_CHECKREAD. */
    private static final int CHANGED_SINCE_SNAPSHOT = 1020;

    /** The limit of a server that returns all rows. */
    private static final String ALL_ROWS = "18446744073709551615";

    private static final String CONNECT_MILLIS = "30000";

    /** Rows that MariaDB's driver takes from the socket at a time. */
    private static final int MARIADB_STREAMING = 100;

    /** Prepares a statement once on a connection, also where it is closed between, as with a pool. */
    private static final Map<String, String> SERVER_PREPARED = Map.of(
            "useServerPrepStmts", "true",
            "cachePrepStmts", "true",
            "prepStmtCacheSize", "250",
            "prepStmtCacheSqlLimit", "65536");

    /** Sends rewritten batches as text: else Connector/J prepares each anew, and MariaDB's driver rewrites nothing. */
    private static final Map<String, String> BATCH_REWRITE = Map.of(
            "rewriteBatchedStatements", "true",
            "useServerPrepStmts", "false",
            "useBulkStmts", "false",
            "useBulkStmtsForInserts", "false");

    private final String scheme;
    private final String sslModeOff;

    MySqlDriver(String scheme, String sslModeOff) {
        this.scheme = scheme;
        this.sslModeOff = sslModeOff;
    }

    /** Selects the driver by the target's scheme, else by its jars, else the product's. */
    static MySqlDriver of(Target target, MySqlDriver ofTheProduct) {
        if (target.scheme().isEmpty() && target.driver().isEmpty()) {
            return ofTheProduct;
        }
        // MariaDB's driver first: its old versions accept both schemes.
        return Stream.of(MARIADB, CONNECTOR_J)
                .filter(driver ->
                        target.scheme().map(driver.scheme::equals).orElseGet(() -> driver.isAmongThoseOf(target)))
                .findFirst()
                .orElseThrow(() -> target.problem(
                        "driver: " + String.join(", ", target.driver()) + " holds no driver of MySQL or MariaDB"));
    }

    private boolean isAmongThoseOf(Target target) {
        try {
            return Drivers.accepting(DriverJars.endpoint(target, url("127.0.0.1")))
                    .isPresent();
        } catch (SQLException e) {
            return false;
        }
    }

    /** Returns properties of all connections of a mode; a driver ignores those that only the other one knows. */
    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return switch (mode) {
            case PLAIN, STREAMING, BUFFERING -> Map.of();
            case BATCH_REWRITE -> BATCH_REWRITE;
            // MariaDB's driver reads in portions wherever a fetch size is set
            case CURSOR_FETCH -> Map.of("useCursorFetch", "true");
            case SERVER_PREPARED -> SERVER_PREPARED;
            case BULK_LOAD -> Map.of("allowLoadLocalInfile", "true", "allowLocalInfile", "true");
        };
    }

    @Override
    public void check(Connection connection) throws SQLException {
        String limit = Sql.text(connection, "select @@sql_select_limit").orElse(ALL_ROWS);
        if (!limit.equals(ALL_ROWS)) {
            throw new UsageException("queries return at most " + limit + " rows there (sql_select_limit); add"
                    + " sessionVariables=sql_select_limit=" + ALL_ROWS + " to the URL");
        }
    }

    @Override
    public Map<String, String> limits(Duration limit) {
        String millis = Long.toString(Math.min(limit.toMillis(), Integer.MAX_VALUE));
        return Map.of("connectTimeout", CONNECT_MILLIS, "socketTimeout", millis);
    }

    /** Streams by a fetch size: MariaDB's driver by any, which it reads at a time, and MySQL's by the least integer. */
    @Override
    public PreparedStatement prepareQuery(Connection connection, String sql, ConnectionMode mode) throws SQLException {
        PreparedStatement query = DriverAdapter.super.prepareQuery(connection, sql, mode);
        if (mode == ConnectionMode.STREAMING) {
            query.setFetchSize(isMariaDbs(connection) ? MARIADB_STREAMING : Integer.MIN_VALUE);
        }
        return query;
    }

    static boolean isMariaDbs(Connection connection) throws SQLException {
        return connection.getMetaData().getDriverName().startsWith("MariaDB");
    }

    /** Includes that MariaDB from 11.6 on refuses to change a row that was changed since the transaction's snapshot. */
    @Override
    public boolean mayRepeat(SQLException failure) {
        return failure.getErrorCode() == CHANGED_SINCE_SNAPSHOT || DriverAdapter.super.mayRepeat(failure);
    }

    Endpoint over(Target target, int port) {
        return endpoint(target, "127.0.0.1:" + port, Map.of());
    }

    Endpoint over(Target target, Path socket) {
        if (this == MARIADB) {
            return endpoint(target, "localhost", Map.of("localSocket", socket.toString()));
        }
        Endpoint endpoint = endpoint(
                target, "localhost", Map.of("junixsocket.file", socket.toString(), "socketFactory", SOCKET_FACTORY));
        PortsAndPaths.requireJunixsocket(target, endpoint, "junixsocket-mysql", SOCKET_FACTORY);
        return endpoint;
    }

    /** Returns an endpoint without TLS on this machine, whose public key need not be verified. */
    private Endpoint endpoint(Target target, String server, Map<String, String> more) {
        Map<String, String> properties = new TreeMap<>(more);
        properties.put("sslMode", sslModeOff);
        properties.put("allowPublicKeyRetrieval", "true");
        return DriverJars.endpoint(target, url(server)).with(properties);
    }

    private String url(String server) {
        return scheme + "//" + server + "/rowmark";
    }
}
