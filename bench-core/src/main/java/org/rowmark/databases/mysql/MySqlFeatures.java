package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Feature;

/** What a server of MySQL or MariaDB, its driver and the user together can do, found out by asking. */
final class MySqlFeatures {
    static final Set<Feature> AT_BEST = EnumSet.of(
            Feature.MULTI_ROW_INSERT,
            Feature.BATCH_REWRITE,
            Feature.FETCH_SIZE,
            Feature.BULK_LOAD,
            Feature.IDENTITY,
            Feature.UPSERT,
            Feature.PROCEDURAL_BLOCK,
            Feature.MICROSECONDS,
            Feature.SPATIAL,
            Feature.SETTINGS_BY_SQL,
            Feature.COUNTERS);

    private static final Pattern MAY_SET_GLOBALS =
            Pattern.compile("\\b(ALL PRIVILEGES|SUPER|SYSTEM_VARIABLES_ADMIN)\\b.* ON \\*\\.\\*");

    private MySqlFeatures() {}

    static Set<Feature> of(Connection connection) throws SQLException {
        Set<Feature> features = EnumSet.copyOf(AT_BEST);
        remove(features, Feature.MICROSECONDS, !keepsMicroseconds(connection));
        remove(features, Feature.SPATIAL, !measuresDistances(connection));
        remove(features, Feature.BULK_LOAD, !MySqlLoader.isAllowed(connection));
        remove(features, Feature.SETTINGS_BY_SQL, !maySetGlobals(connection));
        remove(features, Feature.COUNTERS, !CounterQuery.countsEvents(MySqlCounters.of(connection)));
        return features;
    }

    private static void remove(Set<Feature> features, Feature feature, boolean missing) {
        if (missing) {
            features.remove(feature);
        }
    }

    /**
     * MySQL keeps them since 5.6.4; MariaDB too, but its versions before 11 greet as 5.5.5, and then Connector/J cuts
     * them off silently. So a value makes the round trip.
     */
    private static boolean keepsMicroseconds(Connection connection) throws SQLException {
        Timestamp sent = Timestamp.valueOf("2026-01-02 03:04:05.678901");
        try (PreparedStatement statement = connection.prepareStatement("select cast(? as datetime(6))")) {
            statement.setTimestamp(1, sent);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && sent.equals(row.getTimestamp(1));
            }
        } catch (SQLSyntaxErrorException e) {
            return false;
        }
    }

    private static boolean measuresDistances(Connection connection) throws SQLException {
        try {
            return Double.parseDouble(
                            ServerInfoQueries.value(connection, "select st_distance(point(0, 0), point(3, 4))"))
                    == 5;
        } catch (SQLSyntaxErrorException e) {
            return false;
        }
    }

    private static boolean maySetGlobals(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet grants = statement.executeQuery("show grants")) {
            while (grants.next()) {
                if (MAY_SET_GLOBALS.matcher(grants.getString(1)).find()) {
                    return true;
                }
            }
            return false;
        }
    }
}
