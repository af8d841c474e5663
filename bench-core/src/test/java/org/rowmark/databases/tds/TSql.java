package org.rowmark.databases.tds;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The little of T-SQL that H2 does not understand by itself, in words that it does. */
final class TSql {
    private static final Pattern TRANSACTION = Pattern.compile(
            "(set implicit_transactions (?<before>on|off) )?(if @@trancount > 0 (?<end>commit|rollback) tran)?"
                    + "( *set implicit_transactions (?<after>on|off))?");
    private static final Pattern COLUMNS_ONLY =
            Pattern.compile("(?i)sp_executesql N'SET FMTONLY ON (SELECT \\* FROM .*?) '");
    private static final String TABLES = "select table_catalog, table_schema, table_name, table_type, '' as remarks"
            + " from information_schema.tables where table_name like ?1 and table_schema = ?2";
    /** Of no column, which the driver takes for temporary tables, too. */
    private static final String COLLATIONS =
            "select '' as collation_name, 0 as is_computed from information_schema.columns where 1 = 0";

    private static final Pattern PARAMETER = Pattern.compile("@P([0-9]+)");
    private static final Pattern DISTINCT_TOP = Pattern.compile("(?i)^select distinct (top \\([0-9]+\\))");
    private static final Pattern UPSERT = Pattern.compile("(?is)(update .*); if @@rowcount = 0 (insert .*)");

    private TSql() {}

    /**
     * The end of a transaction, and autocommit after it.
     *
     * @param end commit, rollback or empty
     */
    record Transaction(String end, Optional<Boolean> autoCommit) {}

    /** An update, and an insert for the case that it changes nothing. */
    record Upsert(String update, String insert) {}

    /** What the driver says at the begin and the end of transactions. */
    static Optional<Transaction> transaction(String sql) {
        Matcher matcher = TRANSACTION.matcher(sql.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String implicit = matcher.group("before") == null ? matcher.group("after") : matcher.group("before");
        String end = matcher.group("end") == null ? "" : matcher.group("end");
        return Optional.of(new Transaction(end, Optional.ofNullable(implicit).map("off"::equals)));
    }

    static Optional<Upsert> upsert(String sql) {
        Matcher matcher = UPSERT.matcher(sql.strip());
        return matcher.matches() ? Optional.of(new Upsert(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    /** Parameters get H2's numbers, which begin with 1. */
    static String forH2(String sql) {
        Matcher columns = COLUMNS_ONLY.matcher(sql.strip());
        if (columns.matches()) {
            return columns.group(1) + " where 1 = 0";
        }
        if (sql.startsWith("EXEC sp_tables ")) {
            return TABLES;
        } else if (sql.startsWith("select collation_name, is_computed from sys.columns ")) {
            return COLLATIONS;
        } else if (sql.equalsIgnoreCase("select schema_name()")) {
            return "select current_schema";
        }
        String ordered = DISTINCT_TOP
                .matcher(sql.strip())
                .replaceFirst("select $1 distinct")
                .replace("hashbytes(", "hash(");
        return PARAMETER.matcher(ordered).replaceAll(number -> "?" + (Integer.parseInt(number.group(1)) + 1));
    }

    static boolean isQuery(String sql) {
        return forH2(sql).regionMatches(true, 0, "select", 0, 6);
    }
}
