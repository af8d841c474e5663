package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;

/** Which settings of a MariaDB or a MySQL somebody has changed; MySQL tells it from 8.0, MariaDB from 10.1. */
final class MySqlChangedSettings {
    /** Where files are, how the server is reached, and names of the machine; the version that MariaDB poses with. */
    private static final String OF_NO_MATTER = "^(.*(dir|_file|_path)|bind_address|hostname|log_bin_(basename|index)"
            + "|log_error|port|pseudo_.*|report_.*|secure_file_priv|server_(id|uid|uuid)|socket"
            + "|ssl_(ca|cert|crl)(path)?|mysqlx_.*|timestamp|version.*)$";

    /** Values that the server chooses itself have the origin AUTO. Of its character set it tells no origin. */
    static final String MARIADB = "select variable_name, " + ServerInfoQueries.shown("global_value")
            + " from information_schema.system_variables"
            + " where global_value_origin not in ('COMPILE-TIME', 'AUTO')"
            + " and not (global_value <=> default_value) and lower(variable_name) not regexp '" + OF_NO_MATTER + "'";

    /** What a driver sets for its session MySQL shows as if somebody had set it for all. */
    private static final List<String> OF_SESSIONS = List.of(
            "autocommit",
            "character_set_client",
            "character_set_connection",
            "character_set_results",
            "collation_connection",
            "foreign_key_checks",
            "net_write_timeout",
            "sql_mode",
            "sql_select_limit",
            "time_zone",
            "transaction_isolation",
            "transaction_read_only");

    /** Which are at their default it knows by where they come from, not by their value. */
    static final String MYSQL = "select g.variable_name, " + ServerInfoQueries.shown("g.variable_value")
            + " from performance_schema.global_variables g"
            + " join performance_schema.variables_info i on i.variable_name = g.variable_name"
            + " where i.variable_source <> 'COMPILED' and not (i.variable_source = 'DYNAMIC' and g.variable_name in ("
            + ServerInfoQueries.quoted(OF_SESSIONS) + ")) and lower(g.variable_name) not regexp '" + OF_NO_MATTER + "'";

    private MySqlChangedSettings() {}

    /** Names in lower case to values; empty for a server that does not tell. */
    static Map<String, String> of(Connection connection) throws SQLException {
        boolean isMariaDb =
                ServerInfoQueries.value(connection, "select @@version").contains("MariaDB");
        Map<String, String> changed = new TreeMap<>();
        new TolerantQueries(connection)
                .pairs(isMariaDb ? MARIADB : MYSQL)
                .forEach((name, value) -> changed.put(name.toLowerCase(Locale.ROOT), value));
        return changed;
    }
}
