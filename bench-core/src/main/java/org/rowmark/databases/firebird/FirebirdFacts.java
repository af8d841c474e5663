package org.rowmark.databases.firebird;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.ServerInfo;

/** What a Firebird says about itself. */
final class FirebirdFacts {
    private static final int FIRST_WITH_DEFAULTS = 3;
    private static final int FIRST_WITH_CONFIG = 4;

    private static final List<String> OF_THE_DATABASE =
            List.of("page_size", "page_buffers", "forced_writes", "sweep_interval", "sql_dialect", "reserve_space");

    /** Lines of firebird.conf that matter to the numbers, which Firebird 4 and later tell their administrator. */
    private static final List<String> OF_THE_SERVER = List.of("ServerMode", "GCPolicy", "TempCacheLimit", "WireCrypt");

    /** What a database is made with unless something else is asked for, from Firebird 3. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "page_size",
            "8192",
            "forced_writes",
            "1",
            "sweep_interval",
            "20000",
            "sql_dialect",
            "3",
            "reserve_space",
            "1");

    /** Lines of firebird.conf of no matter to numbers; from version 4. */
    static final String CHANGED = "select rdb$config_name, rdb$config_value from rdb$config"
            + " where rdb$config_is_set and rdb$config_name not in ("
            + ServerInfoQueries.quoted(List.of(
                    "AuditTraceConfigFile",
                    "DatabaseAccess",
                    "ExternalFileAccess",
                    "IpcName",
                    "RemoteBindAddress",
                    "RemotePipeName",
                    "RemoteServiceName",
                    "RemoteServicePort",
                    "SecurityDatabase",
                    "TempDirectories",
                    "UdfAccess"))
            + ")";

    private static final Map<String, String> SYSTEMS = Map.of("LI-", "Linux", "WI-", "Windows");

    private FirebirdFacts() {}

    static ServerInfo of(Connection connection) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        for (String column : OF_THE_DATABASE) {
            settings.put(column, ServerInfoQueries.value(connection, "select mon$" + column + " from mon$database"));
        }
        settings.put(
                "ods",
                ServerInfoQueries.value(connection, "select mon$ods_major || '.' || mon$ods_minor from mon$database"));
        for (String variable : List.of("NETWORK_PROTOCOL", "WIRE_ENCRYPTED", "WIRE_COMPRESSED", "ISOLATION_LEVEL")) {
            putVariable(connection, variable, settings);
        }
        settings.putIfAbsent("NETWORK_PROTOCOL", "none (embedded)");
        if (connection.getMetaData().getDatabaseMajorVersion() >= FIRST_WITH_CONFIG) {
            settings.putAll(ServerInfoQueries.pairs(
                    connection,
                    "select rdb$config_name, rdb$config_value from rdb$config where rdb$config_name in ("
                            + ServerInfoQueries.quoted(OF_THE_SERVER) + ")"));
        }
        boolean waits = settings.get("forced_writes").equals("1");
        return new ServerInfo(
                ServerInfoQueries.version(connection),
                ServerInfoQueries.commitWaits(waits, "forced writes " + (waits ? "on" : "off")),
                settings,
                changed(connection, settings),
                host(connection.getMetaData().getDatabaseProductVersion()));
    }

    /** Those of the database by their defaults; firebird.conf's by what the server tells its administrator. */
    private static Map<String, String> changed(Connection connection, Map<String, String> settings)
            throws SQLException {
        Map<String, String> changed = new TreeMap<>();
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version >= FIRST_WITH_CONFIG) {
            changed.putAll(new TolerantQueries(connection).pairs(CHANGED));
        }
        if (version >= FIRST_WITH_DEFAULTS) {
            changed.putAll(ServerInfoQueries.changed(settings, DEFAULTS));
        }
        return changed;
    }

    /** The version begins with letters for the system. */
    static Map<String, String> host(String version) {
        return SYSTEMS.entrySet().stream()
                .filter(system -> version.startsWith(system.getKey()))
                .collect(Collectors.toMap(system -> "os", Map.Entry::getValue));
    }

    /** Null without a network; an error where the version does not know the variable. */
    private static void putVariable(Connection connection, String variable, Map<String, String> settings) {
        String query = "select rdb$get_context('SYSTEM', '" + variable + "') from rdb$database";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            if (row.next() && row.getString(1) != null) {
                settings.put(variable, row.getString(1));
            }
        } catch (SQLException e) {
            settings.remove(variable);
        }
    }
}
