package org.rowmark.databases.postgresql.restore;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What failures of PostgreSQL's programs mean. */
final class PostgresqlFailure {
    private static final Map<Pattern, String> MEANINGS = new LinkedHashMap<>();

    static {
        meaning(
                "does not appear to be a valid archive|input file is too short",
                "the file is no archive of pg_dump -Fc");
        meaning(
                "input file appears to be a text format dump",
                "the file is a plain SQL dump, which the way psql restores; way pg_restore takes archives of pg_dump -Fc");
        meaning(
                "unsupported version \\(([^)]*)\\) in file header",
                "a newer pg_dump made the archive (format $1); install PostgreSQL's programs of that version or newer");
        meaning(
                "invalid command \\\\restrict",
                "a newer pg_dump made the dump; install PostgreSQL's programs of that version or newer");
        meaning(
                "psql:<stdin>:(\\d+): ERROR:\\s+(?:syntax error at or near|invalid byte sequence)",
                "line $1 of the file is none that PostgreSQL understands; way psql restores plain dumps of pg_dump");
        meaning("password authentication failed for user (\"[^\"]*\")", "the server refused the password of user $1");
        meaning("no password supplied", "the server wants a password; give the target one");
    }

    private PostgresqlFailure() {}

    /** In one line, if it is known. */
    static Optional<String> explain(String failure) {
        for (Map.Entry<Pattern, String> meaning : MEANINGS.entrySet()) {
            Matcher found = meaning.getKey().matcher(failure);
            if (found.find()) {
                String value = found.groupCount() > 0 ? found.group(1) : "";
                return Optional.of(meaning.getValue().replace("$1", value));
            }
        }
        return Optional.empty();
    }

    private static void meaning(String pattern, String text) {
        MEANINGS.put(Pattern.compile(pattern), text);
    }
}
