package org.rowmark.db;

import java.util.Collections;
import java.util.List;

/**
 * The pieces of SQL that differ between databases. The defaults are standard SQL; a database's dialect states only what
 * differs. All pieces are built before anything is measured.
 */
public interface Dialect {

    /** A character column that holds {@code length} bytes of ASCII in one row; at most 8,000. */
    default String textType(int length) {
        return "varchar(" + length + ")";
    }

    default String integerType() {
        return "integer";
    }

    default String bigintType() {
        return "bigint";
    }

    /**
     * @param columns column definitions and constraints, for example {@code id bigint not null primary key, a integer}
     */
    default String createTable(String table, String columns) {
        return "create table " + table + " (" + columns + ")";
    }

    /** Removes all rows, the fastest way that leaves the table usable by statements prepared before. */
    default String emptyTable(String table) {
        return "truncate table " + table;
    }

    /** One row of parameters: {@code insert into t (a, b) values (?, ?)}. */
    default String insert(String table, List<String> columns) {
        return "insert into " + table + " (" + String.join(", ", columns) + ") values " + placeholders(columns.size());
    }

    /**
     * One statement that inserts several rows of parameters, in row order.
     *
     * @param columns names, in the order of the parameters
     * @param types SQL types of the columns, same order, for databases whose syntax needs parameters cast
     * @param rows at least 1, at most {@link #maxRowsPerInsert}
     */
    default String insertRows(String table, List<String> columns, List<String> types, int rows) {
        return "insert into " + table + " (" + String.join(", ", columns) + ") values "
                + String.join(", ", Collections.nCopies(rows, placeholders(columns.size())));
    }

    /** The most rows that {@link #insertRows} may be asked for with that many columns. */
    default int maxRowsPerInsert(int columns) {
        return 1000;
    }

    /** {@code (?, ?, …)}. */
    static String placeholders(int count) {
        return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }
}
