package org.rowmark.databases.mysql.restore;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A known failure of the clients of MySQL and MariaDB.
 *
 * @param explanation with {@code %s} for the group of the pattern, if it has one
 */
record MySqlFailure(Pattern pattern, String explanation) {
    private static final String NEWER =
            "the dump comes from another product or a newer version: this server does not know the ";

    private static final List<MySqlFailure> KNOWN = List.of(
            of(
                    "ERROR 1064 \\(42000\\) at line 1:|ASCII '\\\\0' appeared in the statement",
                    "the file is no SQL dump: the server does not understand how it begins"),
            of(
                    "at line 1: Unknown command '\\\\-'",
                    "a newer dump program made the dump: its first line enables the client's sandbox mode, which this"
                            + " client does not have; install newer client programs, or remove that line"),
            // The client connects for the first time before it reads a line.
            of(
                    "ERROR 200[235] \\(HY000\\) at line (\\d+)",
                    "the file is no dump of MariaDB or MySQL: the client takes line %s for a command to connect"
                            + " elsewhere, as \\restrict of PostgreSQL's dumps looks like"),
            of("Unknown system variable ('[^']*')", NEWER + "setting %s"),
            of("Unknown collation: ('[^']*')", NEWER + "collation %s"),
            of(
                    "Access denied for user ('[^']*'@'[^']*')",
                    "the server refused the password or the rights of user %s"));

    private static MySqlFailure of(String pattern, String explanation) {
        return new MySqlFailure(Pattern.compile(pattern), explanation);
    }

    /** Explains the failure in one line, if it is known. */
    static Optional<String> explain(String failure) {
        return KNOWN.stream().flatMap(known -> known.in(failure).stream()).findFirst();
    }

    private Optional<String> in(String failure) {
        Matcher matcher = pattern.matcher(failure);
        return matcher.find()
                ? Optional.of(matcher.groupCount() == 0 ? explanation : explanation.formatted(matcher.group(1)))
                : Optional.empty();
    }
}
