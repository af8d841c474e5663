package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.Dialect;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.db.sql.SpatialFunction;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;
import org.rowmark.util.Sql;

/** Deviations of PostgreSQL from standard SQL. */
final class PostgresqlDialect implements Dialect {
    /** The protocol counts the parameters of a statement in 16 bits, drivers before 42.4 used 15 of them. */
    private static final int MAX_PARAMETERS = 32_767;

    private static final SpatialSql SPATIAL = SpatialSql.STANDARD
            .indexedBy("create index %1$s on %2$s using gist (%3$s)")
            .ofVersion("select 'PostGIS ' || postgis_lib_version()")
            .with(SpatialFunction.WITHIN_DISTANCE, "st_dwithin(%s, %s, %s)")
            .with(SpatialFunction.NEARNESS, "%s <-> %s")
            .with(SpatialFunction.IN_BOX, "%s && st_makeenvelope(%s, %s, %s, %s, 0)");

    @Override
    public UserSql userSql() {
        return UserSql.STANDARD
                .readBy(
                        LexicalRule.NESTED_COMMENTS,
                        LexicalRule.CARRIAGE_RETURNS,
                        LexicalRule.ESCAPE_TEXTS,
                        LexicalRule.TAGGED_DOLLAR_QUOTES,
                        LexicalRule.BACKSLASH_COMMANDS)
                .withBackslashesBy("standard_conforming_strings")
                .explainedBy("explain ")
                .readOnlyBy("set session characteristics as transaction read only")
                .in(UserSql.OwnSchema.schema().usedBy("set search_path to rowmark_sql"));
    }

    @Override
    public Set<LexicalRule> lexicalRules(Connection connection) throws SQLException {
        Set<LexicalRule> rules = EnumSet.copyOf(userSql().rules());
        if (Sql.text(connection, "show standard_conforming_strings").equals(Optional.of("off"))) {
            rules.add(LexicalRule.BACKSLASHES);
        }
        return rules;
    }

    @Override
    public Map<SqlPiece, String> pieces() {
        return Map.of(
                SqlPiece.BLOB_TYPE, "bytea",
                SqlPiece.CLOB_TYPE, "text",
                // without compression of values over 2 kB and their storage in another table
                SqlPiece.KEEP_IN_ROW, "alter table %s alter column %s set storage plain",
                SqlPiece.ANALYZE, "vacuum analyze %s",
                SqlPiece.VACUUM, "vacuum %s",
                // updates on full pages visit more pages than those that find room
                SqlPiece.PACK, "vacuum full %s",
                // needs a superuser or, from version 15 on, the role pg_checkpoint
                SqlPiece.CHECKPOINT, "checkpoint",
                SqlPiece.HASH, "md5(%s)");
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return MAX_PARAMETERS / columns;
    }

    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        return upsertOnConflict(table, keys, columns);
    }

    @Override
    public Optional<Routine> cursorLoop(String name, String table, String key) {
        String body = "declare r record; begin for r in select " + key + " from " + table + " order by " + key
                + " loop end loop; return r." + key + "; end";
        return function(name, "bigint", body, "select ");
    }

    /** Returns a function that opens a cursor for each row; the driver fetches and closes it, a round trip each. */
    @Override
    public Optional<Routine> rowResults(String name, String table, List<String> columns, List<String> types) {
        String key = columns.get(0);
        String body = "declare k bigint; c refcursor; begin for k in select " + key + " from " + table + " order by "
                + key + " loop c := null; open c for select " + String.join(", ", columns) + " from " + table
                + " where " + key + " = k; return next c; end loop; end";
        return function(name, "setof refcursor", body, "select * from ");
    }

    /** Returns a function in the session's own schema, which needs only the right to temporary objects. */
    private static Optional<Routine> function(String name, String type, String body, String select) {
        String function = "pg_temp." + name + "()";
        return Optional.of(new Routine(
                List.of("create or replace function " + function + " returns " + type + " language plpgsql as '" + body
                        + "'"),
                select + function,
                List.of("drop function " + function)));
    }

    @Override
    public Routine onOneThread(String query) {
        return new Routine(
                List.of("set max_parallel_workers_per_gather = 0"),
                query,
                List.of("reset max_parallel_workers_per_gather"));
    }

    @Override
    public Optional<SpatialSql> spatial() {
        return Optional.of(SPATIAL);
    }
}
