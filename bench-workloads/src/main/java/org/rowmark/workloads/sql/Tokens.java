package org.rowmark.workloads.sql;

import static org.rowmark.db.sql.LexicalRule.BACKSLASHES;
import static org.rowmark.db.sql.LexicalRule.BACKTICKS;
import static org.rowmark.db.sql.LexicalRule.BRACKETS;
import static org.rowmark.db.sql.LexicalRule.CARRIAGE_RETURNS;
import static org.rowmark.db.sql.LexicalRule.CHOSEN_QUOTES;
import static org.rowmark.db.sql.LexicalRule.DOLLAR_QUOTES;
import static org.rowmark.db.sql.LexicalRule.DOUBLE_QUOTED_TEXTS;
import static org.rowmark.db.sql.LexicalRule.ESCAPE_TEXTS;
import static org.rowmark.db.sql.LexicalRule.HASH_COMMENTS;
import static org.rowmark.db.sql.LexicalRule.NESTED_COMMENTS;
import static org.rowmark.db.sql.LexicalRule.SLASH_COMMENTS;
import static org.rowmark.db.sql.LexicalRule.SPACED_DASHES;
import static org.rowmark.db.sql.LexicalRule.TAGGED_DOLLAR_QUOTES;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.db.sql.LexicalRule;

/** The ends of comments, texts, quoted names, words and numbers of a file, by the rules of a product. */
final class Tokens {
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([\\p{L}_][\\p{L}\\p{N}_]*)?\\$");
    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");

    private static final Set<LexicalRule> BACKSLASHES_IN_DOUBLE_QUOTES = Set.of(BACKSLASHES, DOUBLE_QUOTED_TEXTS);

    private final String text;
    private final Set<LexicalRule> rules;

    Tokens(String text, Set<LexicalRule> rules) {
        this.text = text;
        this.rules = rules;
    }

    /** Returns the end of a comment that begins there, the place itself if none does, -1 if it has none. */
    int endOfComment(int at) {
        if (text.startsWith("/*", at)) {
            return endOfBlockComment(at);
        }
        boolean isLine = text.startsWith("--", at)
                ? !rules.contains(SPACED_DASHES)
                        || at + 2 == text.length()
                        || Character.isWhitespace(text.charAt(at + 2))
                : (rules.contains(HASH_COMMENTS) && text.charAt(at) == '#')
                        || (rules.contains(SLASH_COMMENTS) && text.startsWith("//", at));
        int end = at;
        while (isLine && end < text.length() && !isEndOfLine(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private boolean isEndOfLine(char c) {
        return c == '\n' || (c == '\r' && rules.contains(CARRIAGE_RETURNS));
    }

    private int endOfBlockComment(int at) {
        int open = 1;
        for (int i = at + 2; i < text.length(); i++) {
            if (text.startsWith("*/", i)) {
                i++;
                open--;
            } else if (rules.contains(NESTED_COMMENTS) && text.startsWith("/*", i)) {
                i++;
                open++;
            }
            if (open == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    /** Returns the end of a text or quoted name that begins there, the place itself if none does. */
    int endOfQuoted(int at) {
        char c = text.charAt(at);
        return switch (c) {
            case '\'' -> endOfQuotes(at, c, rules.contains(BACKSLASHES));
            case '"' -> endOfQuotes(at, c, rules.containsAll(BACKSLASHES_IN_DOUBLE_QUOTES));
            case '`' -> rules.contains(BACKTICKS) ? endOfQuotes(at, c, false) : at;
            case '[' -> rules.contains(BRACKETS) ? endOfQuotes(at, ']', false) : at;
            case '$' -> endOfDollarQuotes(at);
            case 'e', 'E' -> isPrefix(at, ESCAPE_TEXTS) ? endOfQuotes(at + 1, '\'', true) : at;
            case 'q', 'Q' -> isPrefix(at, CHOSEN_QUOTES) ? endOfChosenQuotes(at + 1) : at;
            default -> at;
        };
    }

    private boolean isPrefix(int at, LexicalRule rule) {
        return rules.contains(rule) && text.startsWith("'", at + 1);
    }

    /** Returns the end of a word that begins there, the place itself if none does. */
    int endOfWord(int at) {
        Matcher word = WORD.matcher(text).region(at, text.length());
        return word.lookingAt() ? word.end() : at;
    }

    /** Returns the end of a number with its letters, so that 1e3 has no word. */
    int endOfNumber(int at) {
        int end = at;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** @param at place of the opening quote */
    private int endOfQuotes(int at, char quote, boolean hasBackslashes) {
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                if (i + 1 == text.length() || text.charAt(i + 1) != quote) {
                    return i + 1;
                }
                i++;
            } else if (hasBackslashes && text.charAt(i) == '\\') {
                i++;
            }
        }
        return text.length();
    }

    private int endOfChosenQuotes(int at) {
        if (at + 1 == text.length()) {
            return text.length();
        }
        char opening = text.charAt(at + 1);
        int bracket = "([{<".indexOf(opening);
        int end = text.indexOf((bracket < 0 ? opening : ")]}>".charAt(bracket)) + "'", at + 2);
        return end < 0 ? text.length() : end + 2;
    }

    private int endOfDollarQuotes(int at) {
        Matcher quote = DOLLAR_QUOTE.matcher(text).region(at, text.length());
        if (!quote.lookingAt()
                || !(rules.contains(TAGGED_DOLLAR_QUOTES)
                        || (rules.contains(DOLLAR_QUOTES) && quote.group(1) == null))) {
            return at;
        }
        int end = text.indexOf(quote.group(), quote.end());
        return end < 0 ? text.length() : end + quote.group().length();
    }
}
