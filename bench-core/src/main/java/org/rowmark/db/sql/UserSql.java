package org.rowmark.db.sql;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a product needs for statements that a user wrote: the rules by which files are read, a session's settings that
 * change how backslashes are, words that make a statement return its plan, statements that make a connection refuse
 * changes while autocommit is on, and a schema that can be created, used and dropped as a whole.
 */
public record UserSql(
        Set<LexicalRule> rules,
        Set<String> backslashSettings,
        Optional<String> explain,
        Optional<IndexNames> indexes,
        List<String> readOnly,
        Optional<OwnSchema> schema) {
    /** The SQL of an unknown product: quotes that no product reads in another way, neither plans nor schemas. */
    public static final UserSql STANDARD = new UserSql(
            Set.of(LexicalRule.BACKTICKS, LexicalRule.TAGGED_DOLLAR_QUOTES),
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty());

    /** The column of a plan with its indexes; {@code perRow} marks rows that choose among theirs for each row. */
    public record IndexNames(String column, String perRow) {}

    public UserSql {
        rules = Set.copyOf(rules);
        backslashSettings = Set.copyOf(backslashSettings);
        readOnly = List.copyOf(readOnly);
    }

    /** The statements of a schema that unqualified names belong to; it is dropped with all that is in it. */
    public record OwnSchema(String name, String create, String use, String drop) {
        private static final String NAME = "rowmark_sql";

        public static OwnSchema schema() {
            return new OwnSchema(
                    NAME, "create schema " + NAME, "set schema " + NAME, "drop schema " + NAME + " cascade");
        }

        /** Returns the statements of a product whose databases are what others' schemas are. */
        public static OwnSchema database() {
            return new OwnSchema(NAME, "create database " + NAME, "use " + NAME, "drop database " + NAME);
        }

        public OwnSchema usedBy(String statement) {
            return new OwnSchema(name, create, statement, drop);
        }
    }

    /** Returns whether a file is read by {@link #rules} whatever the settings of a session are. */
    public boolean readsAlike(String file) {
        return backslashSettings.isEmpty() || file.indexOf('\\') < 0;
    }

    /** Returns whether the session may read what follows a statement by other rules. */
    public boolean changesRules(String statement) {
        String text = statement.toLowerCase(Locale.ROOT);
        return backslashSettings.stream().anyMatch(text::contains);
    }

    public UserSql explainedBy(String words) {
        return new UserSql(rules, backslashSettings, Optional.of(words), indexes, readOnly, schema);
    }

    public UserSql namingIndexesBy(IndexNames names) {
        return new UserSql(rules, backslashSettings, explain, Optional.of(names), readOnly, schema);
    }

    public UserSql readOnlyBy(String... statements) {
        return new UserSql(rules, backslashSettings, explain, indexes, List.of(statements), schema);
    }

    public UserSql in(OwnSchema own) {
        return new UserSql(rules, backslashSettings, explain, indexes, readOnly, Optional.of(own));
    }

    public UserSql readBy(LexicalRule... rulesOfProduct) {
        return new UserSql(Set.of(rulesOfProduct), backslashSettings, explain, indexes, readOnly, schema);
    }

    public UserSql withBackslashesBy(String... settings) {
        return new UserSql(rules, Set.of(settings), explain, indexes, readOnly, schema);
    }
}
