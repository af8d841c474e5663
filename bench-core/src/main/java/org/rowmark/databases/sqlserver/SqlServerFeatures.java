package org.rowmark.databases.sqlserver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.FeatureProbe;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;

/**
 * What a server that speaks T-SQL can do, found out by doing it on a temporary table, or on a table of its own where
 * the server has no temporary ones.
 */
public final class SqlServerFeatures {
    static final String POINT = "geometry::STGeomFromText('POINT (1 2)', 0)";

    /** TYPE_SS_SERVER_CURSOR_FORWARD_ONLY of the driver: what selectMethod=cursor makes of a forward-only result. */
    private static final int SERVER_CURSOR = 2004;

    private static final int NO_CURSOR = 16_954;

    /** All that can be found; from harmless to what an endpoint may answer by cutting the connection. */
    static final List<Feature> IN_ORDER = List.of(
            Feature.MULTI_ROW_INSERT,
            Feature.IDENTITY,
            Feature.UPSERT,
            Feature.MICROSECONDS,
            Feature.PROCEDURAL_BLOCK,
            Feature.COUNTERS,
            Feature.SETTINGS_BY_SQL,
            Feature.SPATIAL,
            Feature.FETCH_SIZE,
            Feature.BULK_LOAD);

    private final TolerantQueries probe;
    private final FeatureProbe table;

    private SqlServerFeatures(TolerantQueries probe, FeatureProbe table) {
        this.probe = probe;
        this.table = table;
    }

    static Set<Feature> of(Connection connection, Dialect dialect) {
        TolerantQueries probe = new TolerantQueries(connection);
        FeatureProbe temporary = new FeatureProbe(probe, dialect, "#" + FeatureProbe.SHARED_NAME);
        FeatureProbe table = temporary.works()
                ? temporary
                : new FeatureProbe(probe, dialect, FeatureProbe.SHARED_NAME).requireAbsent();
        SqlServerFeatures asked = new SqlServerFeatures(probe, table);
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : IN_ORDER) {
            if (asked.has(feature)) {
                features.add(feature);
            }
        }
        return features;
    }

    private boolean has(Feature feature) {
        return switch (feature) {
            case COUNTERS -> probe.yes(connection -> CounterQuery.countsEvents(SqlServerCounters.of(connection)));
            case SETTINGS_BY_SQL -> SqlServerSettings.possible(probe);
            case SPATIAL -> table.passes("id bigint not null primary key, g geometry", this::keepsPoints);
            case FETCH_SIZE -> table.passes(table.plainColumns(), this::readsThroughCursor);
            case BULK_LOAD -> table.passes(table.plainColumns(), this::loadsInBulk);
            default -> table.has(feature);
        };
    }

    private boolean keepsPoints(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(storePoint(table.name()));
        }
        return FeatureProbe.number(connection, readPoint(table.name())) == 2;
    }

    public static String storePoint(String table) {
        return "insert into " + table + " (id, g) values (1, " + POINT + ")";
    }

    public static String readPoint(String table) {
        return "select cast(g.STY as int) from " + table;
    }

    /** 16954, "executing SQL directly; no cursor", is a warning. */
    private static boolean hasCursor(Statement statement) throws SQLException {
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (warning.getErrorCode() == NO_CURSOR) {
                return false;
            }
        }
        return true;
    }

    /** Twice, as the second execution of a prepared statement takes another way than the first. */
    private boolean readsThroughCursor(Connection connection) throws SQLException {
        if (!connection.getMetaData().supportsResultSetType(SERVER_CURSOR)) {
            return false;
        }
        table.insert(connection, 1);
        table.insert(connection, 2);
        String query = "select id from " + table.name() + " where id > ? order by id";
        try (PreparedStatement select = connection.prepareStatement(query, SERVER_CURSOR, ResultSet.CONCUR_READ_ONLY)) {
            select.setFetchSize(1);
            boolean right = true;
            for (int from = 0; from <= 1; from++) {
                select.setInt(1, from);
                try (ResultSet rows = select.executeQuery()) {
                    right &= hasCursor(select);
                    for (int id = from + 1; id <= 2; id++) {
                        right &= rows.next() && rows.getInt(1) == id;
                    }
                    right &= !rows.next();
                }
            }
            return right;
        }
    }

    private boolean loadsInBulk(Connection connection) throws SQLException {
        Optional<SqlServerBulkCopy> bulkCopy = SqlServerBulkCopy.on(connection);
        RowSource rows = new RowSource(
                table.name(), FeatureProbe.columns(), 2, key -> new Object[] {key, (int) key, key == 1 ? "one" : null});
        return bulkCopy.isPresent()
                && bulkCopy.get().load(rows)
                && FeatureProbe.number(connection, "select sum(id * 10 + a) from " + table.name()) == 33
                && FeatureProbe.number(connection, "select id from " + table.name() + " where t = 'one'") == 1;
    }
}
