package org.rowmark.databases.sqlserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.db.Dialect;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.db.sql.SpatialFunction;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;

/** T-SQL as of SQL Server 2012, without what other engines that speak it often lack: MERGE and table hints. */
final class SqlServerDialect implements Dialect {
    /** A call takes 2,100 parameters; the driver's sp_prepexec has three of its own. */
    private static final int MAX_PARAMETERS = 2_097;

    private static final int MAX_ROWS = 1_000;

    private static final Pattern SELECT =
            Pattern.compile("\\s*select(\\s+(distinct|all))?(?=\\s)", Pattern.CASE_INSENSITIVE);

    /** Methods of geometry. The length of a polygon is that of all its rings. */
    private static final SpatialSql SPATIAL = SpatialSql.STANDARD
            .ofType("geometry", "geometry::STGeomFromWKB(%s, 0)")
            .indexedBy("create spatial index %1$s on %2$s (%3$s) using geometry_auto_grid"
                    + " with (bounding_box = (0, 0, %4$s, %4$s))")
            .with(SpatialFunction.POINT, "geometry::Point(%s, %s, 0)")
            .with(SpatialFunction.AREA, "%s.STArea()")
            .with(SpatialFunction.PERIMETER, "%s.STLength()")
            .with(SpatialFunction.LENGTH, "%s.STLength()")
            .with(SpatialFunction.CONTAINS, "%s.STContains(%s) = 1")
            .with(SpatialFunction.TOUCHES, "%s.STTouches(%s) = 1")
            .with(SpatialFunction.INTERSECTS, "%s.STIntersects(%s) = 1")
            .with(SpatialFunction.INTERSECTION, "%s.STIntersection(%s)")
            .with(SpatialFunction.CLIPPED_LENGTH, "%s.STIntersection(%s).STLength()")
            .with(SpatialFunction.BUFFER, "%s.STBuffer(%s)")
            .with(SpatialFunction.DISTANCE, "%s.STDistance(%s)")
            .with(SpatialFunction.WITHIN_DISTANCE, "%s.STDistance(%s) <= %s")
            .with(SpatialFunction.NEARNESS, "%s.STDistance(%s)")
            .with(SpatialFunction.UNION, "geometry::UnionAggregate(%s)")
            .with(SpatialFunction.CONVEX_HULL, "%s.STConvexHull()")
            .with(SpatialFunction.CENTROID, "%s.STCentroid()")
            .with(SpatialFunction.X, "%s.STX")
            .with(SpatialFunction.Y, "%s.STY")
            .with(SpatialFunction.SIMPLIFY, "%s.Reduce(%s)")
            .with(SpatialFunction.VERTICES, "%s.STNumPoints()")
            .with(SpatialFunction.VALID, "%s.STIsValid() = 1")
            .with(
                    SpatialFunction.IN_BOX,
                    "%1$s.STIntersects(geometry::STGeomFromText("
                            + "'POLYGON((%2$s %3$s, %4$s %3$s, %4$s %5$s, %2$s %5$s, %2$s %3$s))', 0)) = 1");

    @Override
    public Optional<SpatialSql> spatial() {
        return Optional.of(SPATIAL);
    }

    @Override
    public UserSql userSql() {
        return UserSql.STANDARD
                .readBy(LexicalRule.NESTED_COMMENTS, LexicalRule.BRACKETS, LexicalRule.GO_LINES)
                .in(new UserSql.OwnSchema(
                        "rowmark_sql.dbo",
                        "create database rowmark_sql",
                        "use rowmark_sql",
                        "use master; drop database rowmark_sql"));
    }

    @Override
    public Map<SqlPiece, String> pieces() {
        return Map.of(
                // timestamp is a row version, datetime counts in 300ths of a second
                SqlPiece.TIMESTAMP_TYPE, "datetime2(6)",
                SqlPiece.BLOB_TYPE, "varbinary(max)",
                SqlPiece.CLOB_TYPE, "varchar(max)",
                SqlPiece.IDENTITY_COLUMN, "%s bigint identity(1, 1) not null primary key",
                // the session's level, as the driver's answer is what was set
                SqlPiece.ISOLATION,
                        "select case transaction_isolation_level when 1 then 'read-uncommitted' when 2 then"
                                + " 'read-committed' when 3 then 'repeatable-read' when 4 then 'serializable'"
                                + " when 5 then 'snapshot' end from sys.dm_exec_sessions where session_id = @@spid",
                SqlPiece.ANALYZE, "update statistics %s",
                SqlPiece.CHECKPOINT, "checkpoint",
                SqlPiece.SUBSTRING, "substring(%s, %s, %s)",
                SqlPiece.HASH, "hashbytes('MD5', %s)"); // at most 8,000 bytes before 2016
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return Math.min(MAX_ROWS, MAX_PARAMETERS / columns);
    }

    @Override
    public String limit(String query, long rows) {
        Matcher select = SELECT.matcher(query);
        if (!select.lookingAt()) {
            throw new IllegalArgumentException("does not begin with select: " + query);
        }
        return query.substring(0, select.end()) + " top (" + rows + ")" + query.substring(select.end());
    }

    /** Returns two statements in one call. Of two sessions that insert the same key one may fail, as with MERGE. */
    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        List<String> others = Dialect.without(columns, keys);
        String where = " where " + Dialect.joined(keys, "%s = ?", " and ");
        List<Integer> parameters = new ArrayList<>();
        others.forEach(column -> parameters.add(columns.indexOf(column)));
        keys.forEach(key -> parameters.add(columns.indexOf(key)));
        columns.forEach(column -> parameters.add(columns.indexOf(column)));
        String ifMissing = others.isEmpty()
                ? "if not exists (select 1 from " + table + where + ") "
                : "update " + table + " set " + Dialect.joined(others, "%s = ?", ", ") + where + "; if @@rowcount = 0 ";
        return new ParameterizedSql(ifMissing + insert(table, columns), parameters);
    }

    /** Ends at the last key: whether a fetch behind it keeps the variable depends on the product that speaks T-SQL. */
    @Override
    public Optional<Routine> cursorLoop(String name, String table, String key) {
        String query = "select " + key + " from " + table + " order by " + key;
        return Optional.of(Routine.anonymous("set nocount on; declare @k bigint; declare @last bigint = (select max("
                + key + ") from " + table + ");" + cursor(query, " and @k < @last", "fetch next from c into @k")
                + " select @k; set nocount off"));
    }

    /** Returns a batch whose last fetch finds nothing and returns a result without rows. */
    @Override
    public Optional<Routine> rowResults(String name, String table, List<String> columns, List<String> types) {
        String query = "select " + String.join(", ", columns) + " from " + table + " order by " + columns.get(0);
        return Optional.of(
                Routine.anonymous("set nocount on;" + cursor(query, "", "fetch next from c") + " set nocount off"));
    }

    private static String cursor(String query, String condition, String fetch) {
        return " declare c cursor local fast_forward for " + query + "; open c; " + fetch + "; while @@fetch_status = 0"
                + condition + " " + fetch + "; close c; deallocate c;";
    }

    @Override
    public Routine onOneThread(String query) {
        return Routine.anonymous(query + " option (maxdop 1)");
    }
}
