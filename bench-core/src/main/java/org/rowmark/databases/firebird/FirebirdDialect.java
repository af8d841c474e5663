package org.rowmark.databases.firebird;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.db.Dialect;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;

/** The SQL of Firebird. */
final class FirebirdDialect implements Dialect {
    /** A statement has at most 255 contexts; the insert is one of them. */
    private static final int MAX_ROWS = 254;

    @Override
    public UserSql userSql() {
        return UserSql.STANDARD.readBy(
                LexicalRule.CARRIAGE_RETURNS, LexicalRule.CHOSEN_QUOTES, LexicalRule.SET_TERM, LexicalRule.NO_COMMITS);
    }

    @Override
    public Map<SqlPiece, String> pieces() {
        Map<SqlPiece, String> pieces = new EnumMap<>(Interbase.COMMON);
        pieces.put(SqlPiece.BLOB_TYPE, "blob sub_type binary");
        pieces.put(SqlPiece.CLOB_TYPE, "blob sub_type text character set none");
        pieces.put(SqlPiece.DESCENDING_INDEX, "create descending index %s on %s (%s)");
        // recomputes the selectivity of every index; there are no other statistics
        pieces.put(
                SqlPiece.ANALYZE,
                "execute block as declare name varchar(63); begin for select trim(rdb$index_name) from rdb$indices"
                        + " where rdb$relation_name = '%S' into name"
                        + " do execute statement 'set statistics index \"' || name || '\"'; end");
        // the transaction's level, as the driver's answer is what was set
        pieces.put(
                SqlPiece.ISOLATION,
                "select case rdb$get_context('SYSTEM', 'ISOLATION_LEVEL') when 'READ COMMITTED' then 'read-committed'"
                        + " when 'SNAPSHOT' then 'repeatable-read' when 'CONSISTENCY' then 'serializable' end"
                        + " from rdb$database");
        return pieces;
    }

    /** There is no VALUES with several rows; a parameter in a SELECT has no type of its own. */
    @Override
    public String insertRows(String table, List<String> columns, List<String> types, int rows) {
        String row = types.stream()
                .map(type -> "cast(? as " + type + ")")
                .collect(Collectors.joining(", ", "select ", " from rdb$database"));
        return "insert into " + table + " (" + String.join(", ", columns) + ") "
                + String.join(" union all ", Collections.nCopies(rows, row));
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return MAX_ROWS;
    }

    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        return ParameterizedSql.inOrder(
                "update or insert into " + table + " (" + String.join(", ", columns) + ") values "
                        + Dialect.placeholders(columns.size()) + " matching (" + String.join(", ", keys) + ")",
                columns.size());
    }

    @Override
    public Optional<Routine> cursorLoop(String name, String table, String key) {
        return Optional.of(Routine.anonymous("execute block returns (k bigint) as begin for select " + key + " from "
                + table + " order by " + key + " into k do begin end suspend; end"));
    }
}
