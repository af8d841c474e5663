package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;

/**
 * The pieces of SQL that differ between databases. The defaults are standard SQL; a product lists its {@link #pieces} and
 * overrides only the methods that differ otherwise. All pieces are built before anything is measured.
 */
public interface Dialect {
    /** Returns the texts in which the product differs from standard SQL. */
    default Map<SqlPiece, String> pieces() {
        return Map.of();
    }

    private String sql(SqlPiece piece, Object... arguments) {
        return String.format(Locale.ROOT, pieces().getOrDefault(piece, piece.standard()), arguments);
    }

    private Optional<String> piece(SqlPiece piece, Object... arguments) {
        return Optional.of(sql(piece, arguments)).filter(text -> !text.isEmpty());
    }

    /** Returns the type of a character column that holds {@code length} bytes of ASCII in one row; at most 8,000. */
    default String textType(int length) {
        return sql(SqlPiece.TEXT_TYPE, length);
    }

    /** Returns the type of a character column whose values always take {@code length} bytes in the row. */
    default String fixedTextType(int length) {
        return sql(SqlPiece.FIXED_TEXT_TYPE, length);
    }

    /** Returns statements by which a wide column of a new table stays in its row: neither moved out nor compressed. */
    default List<String> keepInRow(String table, String column) {
        return piece(SqlPiece.KEEP_IN_ROW, table, column).stream().toList();
    }

    /** Returns the type for date and time without a zone. */
    default String timestampType() {
        return sql(SqlPiece.TIMESTAMP_TYPE);
    }

    default String blobType() {
        return sql(SqlPiece.BLOB_TYPE);
    }

    default String clobType() {
        return sql(SqlPiece.CLOB_TYPE);
    }

    default String integerType() {
        return sql(SqlPiece.INTEGER_TYPE);
    }

    default String bigintType() {
        return sql(SqlPiece.BIGINT_TYPE);
    }

    /** Defines a bigint primary key that the database fills with ascending numbers; with {@link Feature#IDENTITY}. */
    default String identityColumn(String name) {
        return sql(SqlPiece.IDENTITY_COLUMN, name);
    }

    /** @param columns definitions and constraints, for example {@code id bigint not null primary key, a integer} */
    default String createTable(String table, String columns) {
        return sql(SqlPiece.CREATE_TABLE, table, columns);
    }

    /** Returns the name of an {@link #identityColumn} for tables without a key, where some servers refuse these. */
    default Optional<String> rowNumber() {
        return Optional.empty();
    }

    /** Returns the definition of an index, in descending order where the product has such indexes. */
    default String descendingIndex(String name, String table, String column) {
        return sql(SqlPiece.DESCENDING_INDEX, name, table, column);
    }

    /** Removes all rows by the fastest method that keeps prepared statements of the table usable. */
    default String emptyTable(String table) {
        return sql(SqlPiece.EMPTY_TABLE, table);
    }

    default String insert(String table, List<String> columns) {
        return "insert into " + table + " (" + String.join(", ", columns) + ") values " + placeholders(columns.size());
    }

    /** Inserts at most {@link #maxRowsPerInsert} rows of parameters, which some products need cast to types. */
    default String insertRows(String table, List<String> columns, List<String> types, int rows) {
        return insert(table, columns) + (", " + placeholders(columns.size())).repeat(rows - 1);
    }

    default int maxRowsPerInsert(int columns) {
        return 1000;
    }

    default String limit(String query, long rows) {
        return sql(SqlPiece.LIMIT, query, rows);
    }

    /** Inserts a row, or updates the one that has its primary or unique key; with {@link Feature#UPSERT}. */
    default ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        String row = types.stream().map(type -> "cast(? as " + type + ")").collect(Collectors.joining(", "));
        String merge = "merge into " + table + " t using (values (" + row + ")) s (" + String.join(", ", columns)
                + ") on " + joined(keys, "t.%1$s = s.%1$s", " and ") + " when matched then update set "
                + joined(without(columns, keys), "%1$s = s.%1$s", ", ") + " when not matched then insert ("
                + String.join(", ", columns) + ") values (" + joined(columns, "s.%1$s", ", ") + ")";
        return ParameterizedSql.inOrder(merge, columns.size());
    }

    /** Builds an {@link #upsert} by PostgreSQL's clause, which other products have adopted. */
    default ParameterizedSql upsertOnConflict(String table, List<String> keys, List<String> columns) {
        String update = joined(without(columns, keys), "%1$s = excluded.%1$s", ", ");
        String sql = insert(table, columns) + " on conflict (" + String.join(", ", keys) + ") do "
                + (update.isEmpty() ? "nothing" : "update set " + update);
        return ParameterizedSql.inOrder(sql, columns.size());
    }

    /**
     * Reads a whole table in the order of its key through a forward-only read-only cursor of the server's procedural
     * language, does nothing with the rows and returns the last key; with {@link Feature#PROCEDURAL_BLOCK}.
     */
    default Optional<Routine> cursorLoop(String name, String table, String key) {
        return Optional.empty();
    }

    /**
     * Reads a table in the order of its key, the first column, through a cursor and returns each row as a result of its
     * own: with {@link Feature#ROW_RESULTS} by {@code Statement.getMoreResults}, with further ones without rows; with
     * {@link Feature#ROW_CURSORS} as the result that is the value of a row of the query.
     */
    default Optional<Routine> rowResults(String name, String table, List<String> columns, List<String> types) {
        return Optional.empty();
    }

    default Routine onOneThread(String query) {
        return Routine.anonymous(query);
    }

    /**
     * Returns statements that write all changes of the tables to the database's files before they return. These and those of
     * the next three methods are for a connection of their own in autocommit; none where the server needs or has none.
     */
    default List<String> checkpoint(String... tables) {
        return piece(SqlPiece.CHECKPOINT).stream().toList();
    }

    /** Returns statements that remove the versions of rows which updates and deletes have left in a table. */
    default List<String> vacuum(String table) {
        return piece(SqlPiece.VACUUM, table).stream().toList();
    }

    /** Returns statements that pack a table as loading does, after its rows were changed and put back. */
    default List<String> pack(String table) {
        return piece(SqlPiece.PACK, table).stream().toList();
    }

    /** Returns statements that renew what the optimizer knows of a table, after many rows were loaded. */
    default List<String> analyze(String table) {
        return piece(SqlPiece.ANALYZE, table).stream().toList();
    }

    /** Lists the tables that {@link #analyze} creates in a database, and that may be dropped again. */
    default List<String> statisticsTables() {
        return List.of();
    }

    /** Returns the expression of a part of a text, whose characters count from 1. */
    default String substring(String text, int from, int length) {
        return sql(SqlPiece.SUBSTRING, text, from, length);
    }

    /**
     * Returns the expression of a value of 32 bits or more that is the same for equal texts and hardly ever for others, but
     * for blanks at the end of a fixed column. Empty where that takes much longer than reading the text.
     */
    default Optional<String> hash(String text) {
        return piece(SqlPiece.HASH, text);
    }

    /** Returns the SQL of geometries; present with {@link Feature#SPATIAL}. */
    default Optional<SpatialSql> spatial() {
        return Optional.empty();
    }

    default UserSql userSql() {
        return UserSql.STANDARD;
    }

    /** Returns the rules by which a session reads files: its target's settings may change the product's. */
    default Set<LexicalRule> lexicalRules(Connection connection) throws SQLException {
        return userSql().rules();
    }

    /** Returns whether a transaction waits for the changes of another one to the same rows; others fail at once. */
    default boolean waitsForWriters() {
        return true;
    }

    /** Returns a query of a transaction's {@link org.rowmark.targets.Isolation#id}; empty where the driver knows it. */
    default Optional<String> isolation() {
        return piece(SqlPiece.ISOLATION);
    }

    /** Returns the cheapest query there is. */
    default String ping() {
        return sql(SqlPiece.PING);
    }

    static String joined(List<String> names, String format, String separator) {
        return names.stream().map(name -> String.format(format, name)).collect(Collectors.joining(separator));
    }

    static List<String> without(List<String> names, List<String> others) {
        return names.stream().filter(name -> !others.contains(name)).toList();
    }

    static String placeholders(int count) {
        return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }
}
