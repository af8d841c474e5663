package org.rowmark.databases.sqlserver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.FeatureProbe;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;
import org.rowmark.util.Sql;

/**
 * The features of a server that understands T-SQL, found by trying them on a temporary table, or on an ordinary one where
 * the server has no temporary tables.
 */
public final class SqlServerFeatures {
    /** The version of Babelfish for PostgreSQL; null or an error on other servers. */
    public static final String BABELFISH = "select cast(serverproperty('BabelfishVersion') as varchar(60))";

    private static final String POINT = "geometry::STGeomFromText('POINT (1 2)', 0)";

    /** The driver's TYPE_SS_SERVER_CURSOR_FORWARD_ONLY, the type of forward-only results with selectMethod=cursor. */
    private static final int SERVER_CURSOR = 2004;

    private static final int NO_CURSOR = 16_954;

    /** The beginning of the driver's name. */
    private static final String DRIVER = "Microsoft JDBC Driver";

    /** All features that can be found, from harmless ones to those where an endpoint may cut the connection. */
    static final List<Feature> IN_ORDER = List.of(
            Feature.MULTI_ROW_INSERT,
            Feature.IDENTITY,
            Feature.UPSERT,
            Feature.MICROSECONDS,
            Feature.PROCEDURAL_BLOCK,
            Feature.ROW_RESULTS,
            Feature.STREAMING,
            Feature.BUFFERING,
            Feature.COUNTERS,
            Feature.SETTINGS_BY_SQL,
            Feature.SPATIAL,
            Feature.FETCH_SIZE,
            Feature.SERVER_CURSOR,
            Feature.DEFAULT_FETCH_SIZE,
            Feature.BULK_LOAD);

    private final TolerantQueries queries;
    private final FeatureProbe table;

    private SqlServerFeatures(TolerantQueries queries, FeatureProbe table) {
        this.queries = queries;
        this.table = table;
    }

    static Set<Feature> of(Connection connection, Dialect dialect) {
        TolerantQueries queries = new TolerantQueries(connection);
        FeatureProbe temporary = new FeatureProbe(queries, dialect, "#" + FeatureProbe.SHARED_NAME);
        FeatureProbe table = temporary.works()
                ? temporary
                : new FeatureProbe(queries, dialect, FeatureProbe.SHARED_NAME).requireAbsent();
        SqlServerFeatures found = new SqlServerFeatures(queries, table);
        return IN_ORDER.stream()
                .filter(found::has)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Feature.class)));
    }

    private boolean has(Feature feature) {
        return switch (feature) {
            case COUNTERS ->
                queries.yes(connection -> CounterQuery.countsEvents(new SqlServerMonitor().counters(connection)));
            case SETTINGS_BY_SQL -> SqlServerSettings.possible(queries);
            case STREAMING, BUFFERING ->
                queries.yes(
                        connection -> connection.getMetaData().getDriverName().startsWith(DRIVER));
            case SPATIAL -> table.passes("id bigint not null primary key, g geometry", this::keepsPoints);
            case FETCH_SIZE, SERVER_CURSOR, DEFAULT_FETCH_SIZE ->
                table.passes(table.plainColumns(), this::readsThroughCursor);
            case BULK_LOAD -> table.passes(table.plainColumns(), this::loadsInBulk);
            default -> table.has(feature);
        };
    }

    private boolean keepsPoints(Connection connection) throws SQLException {
        Sql.execute(connection, storePoint(table.name()));
        return Sql.number(connection, readPoint(table.name())) == 2;
    }

    static String storePoint(String table) {
        return "insert into " + table + " (id, g) values (1, " + POINT + ")";
    }

    static String readPoint(String table) {
        return "select cast(g.STY as int) from " + table;
    }

    /** Looks for the warning 16954, "executing SQL directly; no cursor". */
    private static boolean hasCursor(Statement statement) throws SQLException {
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (warning.getErrorCode() == NO_CURSOR) {
                return false;
            }
        }
        return true;
    }

    /** Executes the prepared statement twice, as the driver treats its first execution differently. */
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
        RowSource rows = new RowSource(
                table.name(), FeatureProbe.columns(), 2, key -> new Object[] {key, (int) key, key == 1 ? "one" : null});
        return SqlServerLoader.copy(connection, rows)
                && Sql.number(connection, "select sum(id * 10 + a) from " + table.name()) == 33
                && Sql.number(connection, "select id from " + table.name() + " where t = 'one'") == 1;
    }
}
