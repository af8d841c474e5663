package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.db.Dialect;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.db.sql.SpatialFunction;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;
import org.rowmark.util.Sql;

/** SQL that MySQL and MariaDB have in common. */
final class MySqlDialect implements Dialect {
    /**
     * Geometries of both. MySQL 8 uses an index only for columns whose SRID is fixed, by a clause that others take for
     * a comment. The length of a polygon's rings takes one hole into account at most.
     */
    static final SpatialSql SPATIAL = SpatialSql.STANDARD
            .ofType("geometry /*!80003 srid 0 */", "st_geomfromwkb(%s, 0)")
            .with(
                    SpatialFunction.PERIMETER,
                    "st_length(st_exteriorring(%1$s)) + case when st_numinteriorrings(%1$s) = 0 then 0"
                            + " else st_length(st_interiorringn(%1$s, 1)) end")
            .with(
                    SpatialFunction.IN_BOX,
                    "mbrintersects(%1$s, st_geomfromtext("
                            + "'POLYGON((%2$s %3$s, %4$s %3$s, %4$s %5$s, %2$s %5$s, %2$s %3$s))', 0))")
            .without(
                    SpatialFunction.CLIPPED_LENGTH,
                    new SpatialSql.Missing(
                            "MySQL 8.0 makes a collection of the parts of a line, which has no length there",
                            Optional.of("select st_length(st_intersection(st_geomfromtext('LINESTRING(0 1, 9 1)'),"
                                    + " st_geomfromtext('POLYGON((0 0, 8 0, 8 8, 6 8, 6 0.5, 2 0.5, 2 8, 0 8, 0 0))')))"
                                    + " is not null")))
            .without(SpatialFunction.UNION, "MySQL up to 8.0 and MariaDB up to 11.4 have no union of a group");

    /** The protocol counts the parameters of a prepared statement in 16 bits. */
    private static final int MAX_PARAMETERS = 65_535;

    private static final int MAX_CHAR_LENGTH = 255;

    private final SpatialSql spatial;

    MySqlDialect(SpatialSql spatial) {
        this.spatial = spatial;
    }

    @Override
    public Optional<SpatialSql> spatial() {
        return Optional.of(spatial);
    }

    @Override
    public UserSql userSql() {
        return UserSql.STANDARD
                .readBy(
                        LexicalRule.EXECUTABLE_COMMENTS,
                        LexicalRule.HASH_COMMENTS,
                        LexicalRule.SPACED_DASHES,
                        LexicalRule.BACKSLASHES,
                        LexicalRule.DOUBLE_QUOTED_TEXTS,
                        LexicalRule.BACKTICKS,
                        LexicalRule.DELIMITER_LINES)
                .withBackslashesBy("sql_mode")
                .explainedBy("explain ")
                .namingIndexesBy(new UserSql.IndexNames("key", "Range checked for each record"))
                .readOnlyBy("set session transaction read only")
                .in(UserSql.OwnSchema.database());
    }

    @Override
    public Set<LexicalRule> lexicalRules(Connection connection) throws SQLException {
        Set<LexicalRule> rules = EnumSet.copyOf(userSql().rules());
        String modes = Sql.text(connection, "select @@sql_mode").orElse("");
        if (modes.contains("NO_BACKSLASH_ESCAPES")) {
            rules.remove(LexicalRule.BACKSLASHES);
        }
        if (modes.contains("ANSI_QUOTES")) {
            rules.remove(LexicalRule.DOUBLE_QUOTED_TEXTS);
        }
        return rules;
    }

    @Override
    public Map<SqlPiece, String> pieces() {
        return Map.of(
                // timestamp ends in 2038 and follows the session's time zone
                SqlPiece.TIMESTAMP_TYPE, "datetime(6)",
                SqlPiece.BLOB_TYPE, "longblob", // blob ends at 64 kB
                SqlPiece.CLOB_TYPE, "longtext",
                SqlPiece.IDENTITY_COLUMN, "%s bigint not null auto_increment primary key",
                SqlPiece.ANALYZE, "analyze table %s",
                SqlPiece.HASH, "crc32(%s)",
                SqlPiece.LIMIT, "%s limit %s");
    }

    /** Returns a type with one byte per character; a {@code varchar} stays in a row of up to half a page. */
    @Override
    public String fixedTextType(int length) {
        return (length <= MAX_CHAR_LENGTH ? "char(" : "varchar(") + length + ") character set ascii";
    }

    /** Returns what InnoDB does by itself to rows without a key. */
    @Override
    public Optional<String> rowNumber() {
        return Optional.of("rowmark_row");
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return MAX_PARAMETERS / columns;
    }

    /** Waits until the tables' files are synced, which needs innodb_file_per_table: nothing makes a checkpoint. */
    @Override
    public List<String> checkpoint(String... tables) {
        return List.of("flush tables " + String.join(", ", tables) + " for export", "unlock tables");
    }

    /** Uses {@code values(column)}: neither MariaDB nor MySQL 5.7 knows its successor, an alias of the row. */
    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        List<String> others = Dialect.without(columns, keys);
        String update = others.isEmpty()
                ? keys.get(0) + " = " + keys.get(0)
                : Dialect.joined(others, "%1$s = values(%1$s)", ", ");
        return ParameterizedSql.inOrder(insert(table, columns) + " on duplicate key update " + update, columns.size());
    }

    /** Returns a procedure: MySQL has no blocks without a name, and functions need a privilege with a binary log. */
    @Override
    public Optional<Routine> cursorLoop(String name, String table, String key) {
        return Optional.of(
                procedure(name, "declare k bigint; " + cursor(table, List.of(key), List.of("k"), "", "select k; ")));
    }

    @Override
    public Optional<Routine> rowResults(String name, String table, List<String> columns, List<String> types) {
        List<String> variables = columns.stream().map(column -> "v_" + column).toList();
        String declarations = IntStream.range(0, columns.size())
                .mapToObj(i -> "declare " + variables.get(i) + " " + types.get(i) + "; ")
                .collect(Collectors.joining());
        String select = "select " + String.join(", ", variables) + "; ";
        return Optional.of(procedure(name, declarations + cursor(table, columns, variables, select, "")));
    }

    /** Returns statements that do something with each row and then something else. */
    private static String cursor(
            String table, List<String> columns, List<String> variables, String forEach, String then) {
        return "declare ended boolean default false; declare c cursor for select " + String.join(", ", columns)
                + " from " + table + " order by " + columns.get(0)
                + "; declare continue handler for not found set ended = true; open c;"
                + " rows_of_cursor: loop fetch c into " + String.join(", ", variables)
                + "; if ended then leave rows_of_cursor; end if; " + forEach + "end loop; close c; " + then;
    }

    private static Routine procedure(String name, String body) {
        return new Routine(
                List.of("create procedure " + name + "() begin " + body + "end"),
                "call " + name + "()",
                List.of("drop procedure " + name));
    }
}
