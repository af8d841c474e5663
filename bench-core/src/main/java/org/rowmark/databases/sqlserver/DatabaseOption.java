package org.rowmark.databases.sqlserver;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Options of a database that affect its speed, with the SQL to read and to set them on the database in use. */
enum DatabaseOption {
    COMPATIBILITY_LEVEL("compatibility_level", DatabaseOption.NUMBER, "compatibility_level = %s"),
    DELAYED_DURABILITY("delayed_durability_desc", "DISABLED|ALLOWED|FORCED", "delayed_durability = %s"),
    PAGE_VERIFY("page_verify_option_desc", "NONE|TORN_PAGE_DETECTION|CHECKSUM", "page_verify %s"),
    /** Needs exclusive access: without "no_wait" the statement would wait for all other sessions to end. */
    READ_COMMITTED_SNAPSHOT(
            "case is_read_committed_snapshot_on when 1 then 'ON' else 'OFF' end",
            "ON|OFF",
            "read_committed_snapshot %s with no_wait"),
    RECOVERY("recovery_model_desc", "SIMPLE|BULK_LOGGED|FULL", "recovery %s"),
    TARGET_RECOVERY_TIME("target_recovery_time_in_seconds", DatabaseOption.NUMBER, "target_recovery_time = %s seconds");

    private static final String NUMBER = "0|[1-9][0-9]{0,8}";

    private final String column;
    private final String pattern;
    private final String clause;

    /**
     * @param column of sys.databases
     * @param pattern of its possible values, in upper case
     * @param clause after "alter database current set"
     */
    DatabaseOption(String column, String pattern, String clause) {
        this.column = column;
        this.pattern = pattern;
        this.clause = clause;
    }

    static Optional<DatabaseOption> named(String name) {
        return Arrays.stream(values())
                .filter(option -> option.settingName().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns the name as in "alter database", in lower case. */
    String settingName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the query of its value in the database in use, in the form in which it is set. */
    String query() {
        return "select cast(" + column + " as varchar(60)) from sys.databases where database_id = db_id()";
    }

    /** Checks a value; nothing else gets into a statement. */
    boolean takes(String value) {
        return value.toUpperCase(Locale.ROOT).matches(pattern);
    }

    /** Describes its possible values. */
    String range() {
        return pattern.equals(NUMBER) ? "a number" : "one of " + pattern.replace("|", ", ");
    }

    /** @param value one that it {@link #takes} */
    String statement(String value) {
        return "alter database current set " + String.format(clause, value.toUpperCase(Locale.ROOT));
    }
}
