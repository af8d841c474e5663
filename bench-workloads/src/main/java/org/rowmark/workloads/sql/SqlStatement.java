package org.rowmark.workloads.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Sql;

/**
 * A statement of a file.
 *
 * @param file name of the file
 * @param number in the file, from 1
 * @param line in the file where it begins behind its first comments, from 1
 * @param text as it was written, with comments, without what ends it
 * @param words in lower case, without those in texts, quoted names and comments
 * @param parameters number of question marks
 * @param isOrdered whether it has an ORDER BY that is in no parentheses
 */
record SqlStatement(
        String file, int number, int line, String text, List<String> words, int parameters, boolean isOrdered) {
    /** What is between the words of a statement and of the next one that is in the same text. */
    static final String NEXT = ";";

    private static final Set<String> QUERIES =
            Set.of("select", "with", "values", "table", "show", "explain", "describe", "desc");

    /** Words by which what begins like a query changes or locks something, or writes to a file. */
    private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge", "into");

    /** Words that begin what products can explain and prepare. */
    private static final Set<String> EXPLAINABLE =
            Set.of("select", "with", "values", "table", "insert", "update", "delete", "merge", "replace");

    private static final Set<String> BEGINNINGS =
            Set.of("begin", "begin work", "begin transaction", "start transaction");

    private static final Set<String> COMMITS =
            Set.of("commit", "commit work", "commit transaction", "end", "end work", "end transaction");

    private static final Set<String> ROLLBACKS = Set.of("rollback", "rollback work", "rollback transaction");

    /** What a statement does to the transaction. */
    enum Control {
        NONE,
        BEGIN,
        COMMIT,
        ROLLBACK
    }

    SqlStatement {
        words = List.copyOf(words);
    }

    Control control() {
        String all = String.join(" ", words);
        return BEGINNINGS.contains(all)
                ? Control.BEGIN
                : COMMITS.contains(all) ? Control.COMMIT : ROLLBACKS.contains(all) ? Control.ROLLBACK : Control.NONE;
    }

    SqlStatement with(String otherText, int otherParameters) {
        return new SqlStatement(file, number, line, otherText, words, otherParameters, isOrdered);
    }

    /** Returns the word for which it is no query, in upper case; empty if it is one as far as its text shows. */
    Optional<String> change() {
        for (int i = 0; i < words.size(); i++) {
            boolean isFirst = i == 0 || words.get(i - 1).equals(NEXT);
            if (isFirst ? !QUERIES.contains(words.get(i)) : CHANGES.contains(words.get(i))) {
                return Optional.of(upper(words.get(i)));
            }
        }
        return words.isEmpty() ? Optional.of("") : Optional.empty();
    }

    /** Returns whether products have a plan for its kind. */
    boolean isExplainable() {
        return EXPLAINABLE.contains(first());
    }

    /** Returns whether products can prepare its kind: one query or change of rows. */
    boolean isPreparable() {
        return isExplainable() && !words.contains(NEXT);
    }

    /** Returns {@code a.sql, statement 2, line 5}. */
    String place() {
        return file + ", statement " + number + ", line " + line;
    }

    /** Returns the failure in one line that names the place. */
    SQLException failed(SQLException failure) {
        return new SQLException(
                place() + ": " + ErrorMessages.oneLine(Sql.reason(failure)),
                failure.getSQLState(),
                failure.getErrorCode());
    }

    private String first() {
        return words.isEmpty() ? "" : words.get(0);
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
