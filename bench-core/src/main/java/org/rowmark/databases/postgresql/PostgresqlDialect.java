package org.rowmark.databases.postgresql;

import java.util.List;
import java.util.Optional;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.ParameterizedSql;
import org.rowmark.db.Routine;

/** Deviations of PostgreSQL from standard SQL. */
final class PostgresqlDialect implements Dialect {
    /** The protocol counts the parameters of a statement in 16 bits, drivers before 42.4 used 15 of them. */
    private static final int MAX_PARAMETERS = 32_767;

    /** In the session's own schema: it needs only the right to temporary objects, and is dropped with the session. */
    private static final String LOOP = "pg_temp.rowmark_loop()";

    @Override
    public String blobType() {
        return "bytea";
    }

    @Override
    public String clobType() {
        return "text";
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return MAX_PARAMETERS / columns;
    }

    /** Disables the compression of values over 2 kB and their storage in another table. */
    @Override
    public List<String> keepInRow(String table, String column) {
        return List.of("alter table " + table + " alter column " + column + " set storage plain");
    }

    @Override
    public List<String> analyze(String table) {
        return List.of("vacuum analyze " + table);
    }

    /** Needs a superuser or, from version 15 on, the role pg_checkpoint. */
    @Override
    public List<String> checkpoint(String table) {
        return List.of("checkpoint");
    }

    @Override
    public Optional<String> hash(String text) {
        return Optional.of("md5(" + text + ")");
    }

    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        return upsertOnConflict(table, keys, columns);
    }

    @Override
    public Optional<Routine> loop(long iterations) {
        String body =
                "declare n bigint := 0; begin while n < " + iterations + " loop n := n + 1; end loop; return n; end";
        return Optional.of(new Routine(
                List.of("create or replace function " + LOOP + " returns bigint language plpgsql as '" + body + "'"),
                "select " + LOOP,
                List.of("drop function " + LOOP)));
    }

    /** Enables PostGIS, which is installed with the server and enabled per database. */
    @Override
    public List<String> enabling(Feature feature) {
        return feature == Feature.SPATIAL ? List.of("create extension if not exists postgis") : List.of();
    }
}
