package org.rowmark.databases.firebird;

import org.rowmark.db.Dialect;

/** The SQL of InterBase, in dialect 3, and of Firebird, which descends from it. */
interface InterbaseSql extends Dialect {
    /** Without a character set Firebird's driver would reserve four bytes for each character of UTF8. */
    @Override
    default String textType(int length) {
        return "varchar(" + length + ") character set none";
    }

    @Override
    default String fixedTextType(int length) {
        return "char(" + length + ") character set none";
    }

    @Override
    default String emptyTable(String table) {
        return "delete from " + table;
    }

    /** Limits by ROWS, which all versions have; FETCH FIRST came with version 3 of Firebird. */
    @Override
    default String limit(String query, long rows) {
        return query + " rows " + rows;
    }

    @Override
    default String ping() {
        return "select 1 from rdb$database";
    }
}
