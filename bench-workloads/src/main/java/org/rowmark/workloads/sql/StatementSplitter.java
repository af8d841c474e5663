package org.rowmark.workloads.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A splitter of a file into statements at semicolons that are in no text, quoted name or comment. It knows quotes that
 * are doubled, PostgreSQL's dollar quotes, and backslashes where the product has them; it knows neither bodies of
 * routines without dollar quotes nor commands of a product's own shell, such as {@code delimiter}.
 */
final class StatementSplitter {
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([\\p{L}_][\\p{L}\\p{N}_]*)?\\$");
    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");

    private final String file;
    private final String text;
    private final boolean hasBackslashes;
    private final List<SqlStatement> statements = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private int start = -1; // of the current statement, -1 before its first character
    private int depth;
    private int parameters;
    private boolean isOrdered;

    private StatementSplitter(String file, String text, boolean hasBackslashes) {
        this.file = file;
        this.text = text;
        this.hasBackslashes = hasBackslashes;
    }

    /**
     * @param file name in the statements
     * @param hasBackslashes as {@code UserSql#hasBackslashes}
     */
    static List<SqlStatement> split(String file, String text, boolean hasBackslashes) {
        StatementSplitter splitter = new StatementSplitter(file, text, hasBackslashes);
        int at = text.startsWith("\uFEFF") ? 1 : 0; // the byte order mark of editors on Windows
        while (at < text.length()) {
            at = splitter.next(at);
        }
        splitter.end(text.length());
        return splitter.statements;
    }

    /** Reads what begins at a place, and returns the place behind it. */
    private int next(int at) {
        char c = text.charAt(at);
        if (c == ';') {
            end(at);
            return at + 1;
        }
        if (Character.isWhitespace(c)) {
            return at + 1;
        }
        int comment = endOfComment(at);
        if (comment > at) {
            return comment;
        }
        if (start < 0) {
            start = at;
        }
        Matcher word = WORD.matcher(text).region(at, text.length());
        if (word.lookingAt()) {
            add(word.group().toLowerCase(Locale.ROOT));
            return word.end();
        }
        if (Character.isDigit(c)) { // with its letters, so that 1e3 is no word
            return endOfNumber(at);
        }
        return switch (c) {
            case '\'', '"', '`' -> endOfQuotes(at);
            case '$' -> endOfDollarQuotes(at);
            case '(' -> {
                depth++;
                yield at + 1;
            }
            case ')' -> {
                depth--;
                yield at + 1;
            }
            case '?' -> {
                boolean isOperator = text.startsWith("??", at); // as drivers write an operator with a question mark
                parameters += isOperator ? 0 : 1;
                yield at + (isOperator ? 2 : 1);
            }
            default -> at + 1;
        };
    }

    private void add(String word) {
        boolean isBy = word.equals("by") && !words.isEmpty();
        isOrdered |= isBy && depth == 0 && words.get(words.size() - 1).equals("order");
        words.add(word);
    }

    private int endOfNumber(int at) {
        int end = at;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Returns the end of a comment that begins there, the place itself if none does. */
    private int endOfComment(int at) {
        if (text.startsWith("/*", at)) {
            int end = text.indexOf("*/", at + 2);
            return end < 0 ? text.length() : end + 2;
        }
        boolean isLine = text.startsWith("--", at)
                ? !hasBackslashes || at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2))
                : hasBackslashes && text.charAt(at) == '#';
        if (!isLine) {
            return at;
        }
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    /** Returns the end of quotes; a doubled one ends them and begins others, which is the same. */
    private int endOfQuotes(int at) {
        char quote = text.charAt(at);
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                return i + 1;
            }
            if (hasBackslashes && quote != '`' && text.charAt(i) == '\\') {
                i++;
            }
        }
        return text.length();
    }

    private int endOfDollarQuotes(int at) {
        Matcher quote = DOLLAR_QUOTE.matcher(text).region(at, text.length());
        if (!quote.lookingAt()) {
            return at + 1;
        }
        int end = text.indexOf(quote.group(), quote.end());
        return end < 0 ? text.length() : end + quote.group().length();
    }

    private void end(int at) {
        if (start >= 0) {
            int line = 1
                    + (int) text.substring(0, start)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            statements.add(new SqlStatement(
                    file,
                    statements.size() + 1,
                    line,
                    text.substring(start, at).strip(),
                    words,
                    parameters,
                    isOrdered));
        }
        start = -1;
        depth = 0;
        parameters = 0;
        isOrdered = false;
        words.clear();
    }
}
