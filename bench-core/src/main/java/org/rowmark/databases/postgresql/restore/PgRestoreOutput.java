package org.rowmark.databases.postgresql.restore;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code pg_restore --verbose} prints, line by line, in the words of a progress line. Several jobs write prefix,
 * message and end of line without regard to each other: a line may hold several messages.
 */
final class PgRestoreOutput {
    private static final Pattern MESSAGE = Pattern.compile(
            "processing data for table \"(?<table>[^\"]*)\"|creating (?:INDEX|CONSTRAINT|FK CONSTRAINT) \"(?<index>[^\"]*)\"");

    /** An entry of a table's rows in what {@code pg_restore --list} prints. */
    private static final Pattern LISTED = Pattern.compile("\\d+; \\d+ \\d+ TABLE DATA .*");

    private int of;
    private int tables;
    private int built;

    /** Reads a line of the list. */
    void readListed(String line) {
        if (LISTED.matcher(line).matches()) {
            of++;
        }
    }

    /**
     * Reads a line.
     *
     * @return how far the restore is, if the line says something new about that
     */
    Optional<String> read(String line) {
        Optional<String> last = Optional.empty();
        Matcher messages = MESSAGE.matcher(line);
        while (messages.find()) {
            last = Optional.of(
                    messages.group("table") != null
                            ? "table " + ++tables + " of " + of + ", " + messages.group("table")
                            : "index or key " + ++built + ", " + messages.group("index"));
        }
        return last;
    }
}
