package org.rowmark.databases.mysql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What failures of the clients of MySQL and MariaDB mean. */
public final class MySqlFailure {
    private static final Pattern NO_SQL =
            Pattern.compile("ERROR 1064 \\(42000\\) at line 1:|ASCII '\\\\0' appeared in the statement");
    private static final Pattern SANDBOX = Pattern.compile("at line 1: Unknown command '\\\\-'");

    /** Its first connection the client makes before it reads a line. */
    private static final Pattern OWN_COMMAND = Pattern.compile("ERROR 200[235] \\(HY000\\) at line (\\d+)");

    private static final Pattern VARIABLE = Pattern.compile("Unknown system variable ('[^']*')");
    private static final Pattern COLLATION = Pattern.compile("Unknown collation: ('[^']*')");
    private static final Pattern DENIED = Pattern.compile("Access denied for user ('[^']*'@'[^']*')");

    private MySqlFailure() {}

    /** In one line, if it is known. */
    public static Optional<String> explain(String failure) {
        if (NO_SQL.matcher(failure).find()) {
            return Optional.of("the file is no SQL dump: the server does not understand how it begins");
        }
        if (SANDBOX.matcher(failure).find()) {
            return Optional.of("a newer dump program made the dump: its first line enables the client's sandbox mode,"
                    + " which this client does not have; install newer client programs, or remove that line");
        }
        Matcher command = OWN_COMMAND.matcher(failure);
        if (command.find()) {
            return Optional.of("the file is no dump of MariaDB or MySQL: the client takes line " + command.group(1)
                    + " for a command to connect elsewhere, as \\restrict of PostgreSQL's dumps looks like");
        }
        Matcher variable = VARIABLE.matcher(failure);
        if (variable.find()) {
            return Optional.of("the dump comes from another product or a newer version: this server does not know the"
                    + " setting " + variable.group(1));
        }
        Matcher collation = COLLATION.matcher(failure);
        if (collation.find()) {
            return Optional.of("the dump comes from another product or a newer version: this server does not know the"
                    + " collation " + collation.group(1));
        }
        Matcher denied = DENIED.matcher(failure);
        return denied.find()
                ? Optional.of("the server refused the password or the rights of user " + denied.group(1))
                : Optional.empty();
    }
}
