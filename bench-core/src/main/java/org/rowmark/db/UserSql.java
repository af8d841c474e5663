package org.rowmark.db;

import java.util.List;
import java.util.Optional;

/**
 * What a product needs for statements that a user wrote.
 *
 * @param hasBackslashes whether in a text a backslash escapes the next character, {@code #} begins a comment, and
 *     {@code --} does so only before white space
 * @param explain words before a statement that make it return its plan instead; empty where there are none
 * @param indexes where a plan names the indexes that are used; empty where it names no others
 * @param readOnly statements that make a connection refuse changes while autocommit is on, beside
 *     {@link java.sql.Connection#setReadOnly}
 * @param schema of Rowmark's own; empty where a schema cannot be created, used and dropped as a whole
 */
public record UserSql(
        boolean hasBackslashes,
        Optional<String> explain,
        Optional<IndexNames> indexes,
        List<String> readOnly,
        Optional<OwnSchema> schema) {
    /** Nothing beyond standard SQL, which has neither plans nor a way to drop a schema that is common enough. */
    public static final UserSql STANDARD =
            new UserSql(false, Optional.empty(), Optional.empty(), List.of(), Optional.empty());

    /**
     * The places of names of indexes in the rows of a plan.
     *
     * @param column with the indexes that are used
     * @param perRow text of a row of the plan which chooses among all indexes that it names anew for each row of another
     *     table
     */
    public record IndexNames(String column, String perRow) {}

    public UserSql {
        readOnly = List.copyOf(readOnly);
    }

    /**
     * The statements of a schema that unqualified names belong to.
     *
     * @param name of the schema
     * @param use makes it the connection's current one
     * @param drop drops it with all that is in it
     */
    public record OwnSchema(String name, String create, String use, String drop) {
        private static final String NAME = "rowmark_sql";

        /** Returns that of a product with schemas. */
        public static OwnSchema schema() {
            return new OwnSchema(
                    NAME, "create schema " + NAME, "set schema " + NAME, "drop schema " + NAME + " cascade");
        }

        /** Returns that of a product whose databases are on the same level as others' schemas. */
        public static OwnSchema database() {
            return new OwnSchema(NAME, "create database " + NAME, "use " + NAME, "drop database " + NAME);
        }

        /** Returns the same with another statement that makes it the current one. */
        public OwnSchema usedBy(String statement) {
            return new OwnSchema(name, create, statement, drop);
        }
    }

    /** Returns the same with the words before a statement that is to be explained. */
    public UserSql explainedBy(String words) {
        return new UserSql(hasBackslashes, Optional.of(words), indexes, readOnly, schema);
    }

    /** Returns the same with plans that also name indexes that are not used. */
    public UserSql namingIndexesBy(IndexNames names) {
        return new UserSql(hasBackslashes, explain, Optional.of(names), readOnly, schema);
    }

    /** Returns the same with statements that make a connection refuse changes. */
    public UserSql readOnlyBy(String... statements) {
        return new UserSql(hasBackslashes, explain, indexes, List.of(statements), schema);
    }

    /** Returns the same with a schema of Rowmark's own. */
    public UserSql in(OwnSchema own) {
        return new UserSql(hasBackslashes, explain, indexes, readOnly, Optional.of(own));
    }

    /** Returns the same with the lexical rules of {@link #hasBackslashes}. */
    public UserSql withBackslashes() {
        return new UserSql(true, explain, indexes, readOnly, schema);
    }
}
