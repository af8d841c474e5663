package org.rowmark.workloads.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.util.UsageException;

/**
 * A splitter of a file into statements, by the rules of a product and of its own client. A statement is what the user
 * wrote between two ends of statements, with its comments; where there are only comments, there is none. Semicolons
 * between BEGIN and END of a routine or trigger end no statement.
 */
final class StatementSplitter {
    private static final String SEMICOLON = ";";
    private static final Pattern EXECUTABLE_COMMENT = Pattern.compile("/\\*M?!\\d{0,6}");
    private static final Pattern DELIMITER_LINE = Pattern.compile("(?i)delimiter[ \t]+(\\S+)[^\r\n]*");
    private static final Pattern GO_LINE =
            Pattern.compile("(?i)go(?:[ \t]+(\\d{1,5}))?[ \t]*(?:--[^\r\n]*)?(?=[\r\n]|\\z)");
    private static final Pattern TERM = Pattern.compile("(?i)set\\s+term(?:inator)?\\s+(\\S+)");

    private static final Pattern COMMIT = Pattern.compile("(?i)commit(\\s+work)?");

    /** What the client of {@link LexicalRule#SET_TERM} does itself. */
    private static final Pattern CLIENT_SETTING = Pattern.compile("(?i)set\\s+(auto|autoddl|bail|blob|count"
            + "|echo|heading|list|names|plan|planonly|stats|warnings|width|sql\\s+dialect)(\\s[^;]*)?");

    private static final Pattern COMMAND = Pattern.compile("(\\\\\\S*)[^\r\n]*");

    private final String file;
    private final String text;
    private Set<LexicalRule> rules;
    private Tokens tokens;
    private final List<SqlStatement> statements = new ArrayList<>(); // as far as the file has been read
    private int taken; // of them
    private int position;
    private String delimiter; // empty where only lines end statements
    private boolean hasGo;
    private int from; // begin of the current statement with its comments
    private int start = -1; // its first character that is in no comment, -1 before it
    private StatementWords words;
    private boolean isExecutable; // in a comment that is executed
    private int parameters;
    private int line = 1;
    private int lineAt; // a place in it

    private StatementSplitter(String file, String text, Set<LexicalRule> rules, String delimiter) {
        this.file = file;
        this.text = text;
        this.rules = rules;
        this.tokens = new Tokens(text, rules);
        this.delimiter = delimiter;
        this.words = new StatementWords(rules);
    }

    /** Returns a splitter that reads a file as its statements are taken. */
    static StatementSplitter of(String file, String text, Set<LexicalRule> rules) {
        if (rules.contains(LexicalRule.GO_LINES)) {
            StatementSplitter batches = new StatementSplitter(file, text, rules, "");
            batches.rest();
            if (batches.hasGo) {
                return new StatementSplitter(file, text, rules, "");
            }
        }
        return new StatementSplitter(file, text, rules, SEMICOLON);
    }

    /** Splits a whole file, as {@link #next} does. */
    static List<SqlStatement> split(String file, String text, Set<LexicalRule> rules) {
        return of(file, text, rules).rest();
    }

    private List<SqlStatement> rest() {
        List<SqlStatement> rest = new ArrayList<>();
        for (Optional<SqlStatement> one = next(); one.isPresent(); one = next()) {
            rest.add(one.get());
        }
        return rest;
    }

    /**
     * Returns the next statement; empty at the end of the file.
     *
     * @throws UsageException naming the line of a comment without an end, or of what only a product's client can execute
     */
    Optional<SqlStatement> next() {
        while (taken == statements.size() && position < text.length()) {
            position = read(position);
            if (position == text.length()) {
                end(position, 1);
            }
        }
        return taken == statements.size() ? Optional.empty() : Optional.of(statements.get(taken++));
    }

    /** Reads what follows the statements that were taken by other rules of its product. */
    void follow(Set<LexicalRule> others) {
        rules = others;
        tokens = new Tokens(text, others);
    }

    /** Reads what begins at a place, and returns the place behind it. */
    private int read(int at) {
        if (!delimiter.isEmpty() && text.startsWith(delimiter, at)) {
            return endOfDelimiter(at);
        }
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
            return at + 1;
        }
        Matcher executable = EXECUTABLE_COMMENT.matcher(text).region(at, text.length());
        boolean begins = rules.contains(LexicalRule.EXECUTABLE_COMMENTS) && executable.lookingAt();
        if (begins || (isExecutable && text.startsWith("*/", at))) {
            isExecutable = begins;
            start = start < 0 ? at : start;
            return begins ? executable.end() : at + 2;
        }
        int comment = endOfComment(at);
        if (comment > at) {
            return comment;
        }
        int command = endOfCommand(at);
        if (command > at) {
            from = command;
            return command;
        }
        start = start < 0 ? at : start;
        int quoted = tokens.endOfQuoted(at);
        if (quoted > at) {
            return quoted;
        }
        int word = tokens.endOfWord(at);
        return word > at ? endOfWord(at, word) : Character.isDigit(c) ? tokens.endOfNumber(at) : endOfSign(at, c);
    }

    private int endOfDelimiter(int at) {
        int end = at + delimiter.length();
        if (delimiter.equals(SEMICOLON) && words.needMore()) {
            words.addSign(';');
            return end;
        }
        end(rules.contains(LexicalRule.GO_LINES) ? end : at, 1); // as T-SQL's MERGE needs its semicolon
        from = end;
        return end;
    }

    private int endOfComment(int at) {
        int end = tokens.endOfComment(at);
        if (end < 0) {
            throw refused(
                    at,
                    "the comment that begins here has no end"
                            + (rules.contains(LexicalRule.NESTED_COMMENTS)
                                    ? "; comments in it have ends of their own"
                                    : ""));
        }
        return end;
    }

    /** Returns the end of a command of the product's client that begins there, the place itself if none does. */
    private int endOfCommand(int at) {
        if (start < 0 && rules.contains(LexicalRule.DELIMITER_LINES)) {
            Matcher line = DELIMITER_LINE.matcher(text).region(at, text.length());
            if (line.lookingAt()) {
                delimiter = line.group(1);
                return line.end();
            }
        }
        if (text.charAt(at) == '\\' && rules.contains(LexicalRule.BACKSLASH_COMMANDS)) {
            Matcher command = COMMAND.matcher(text).region(at, text.length());
            if (!command.lookingAt() || start >= 0 || !command.group(1).endsWith("restrict")) {
                throw refused(
                        at,
                        command.group(1) + " is a command of the database's own client and no SQL; "
                                + (command.group(1).equals("\\set") ? "draw values by --sql-param" : "leave it out"));
            }
            return command.end();
        }
        return at;
    }

    private int endOfWord(int at, int atMost) {
        int end = at + 1;
        while (end < atMost && (delimiter.isEmpty() || !text.startsWith(delimiter, end))) {
            end++;
        }
        String word = text.substring(at, end).toLowerCase(Locale.ROOT);
        Matcher go = GO_LINE.matcher(text).region(at, text.length());
        if (word.equals("go") && rules.contains(LexicalRule.GO_LINES) && isFirstOfLine(at) && go.lookingAt()) {
            start = start == at ? -1 : start;
            end(at, go.group(1) == null ? 1 : Integer.parseInt(go.group(1)));
            hasGo = true;
            from = go.end();
            return from;
        }
        words.add(word);
        return end;
    }

    private boolean isFirstOfLine(int at) {
        return text.substring(text.lastIndexOf('\n', at - 1) + 1, at).isBlank();
    }

    private int endOfSign(int at, char c) {
        words.addSign(c);
        if (c == '?') {
            boolean isOperator = text.startsWith("??", at); // as drivers write an operator with a question mark
            parameters += isOperator ? 0 : 1;
            return at + (isOperator ? 2 : 1);
        }
        return at + 1;
    }

    /** Ends the statement at a place; it is executed several times where a line counts so. */
    private void end(int at, int times) {
        if (start >= 0 && !isSetting(text.substring(start, at).strip())) {
            if (rules.contains(LexicalRule.BACKSLASH_COMMANDS) && words.areFollowedByRows()) {
                throw refused(
                        start,
                        "only the database's own client can send the rows behind copy … from stdin;"
                                + " write inserts, as pg_dump --inserts does");
            }
            statements.addAll(Collections.nCopies(
                    times,
                    new SqlStatement(
                            file,
                            statements.size() + 1,
                            line(start),
                            text.substring(from, at).strip(),
                            words.all(),
                            parameters,
                            words.areOrdered())));
        }
        start = -1;
        words = new StatementWords(rules);
        isExecutable = false;
        parameters = 0;
    }

    /** Returns whether a statement is for the product's client only, and follows it if it is about the delimiter. */
    private boolean isSetting(String statement) {
        if (rules.contains(LexicalRule.NO_COMMITS) && COMMIT.matcher(statement).matches()) {
            return true;
        }
        if (!rules.contains(LexicalRule.SET_TERM)) {
            return false;
        }
        Matcher term = TERM.matcher(statement);
        if (term.matches()) {
            delimiter = term.group(1);
            return true;
        }
        return CLIENT_SETTING.matcher(statement).matches();
    }

    /** @param at not before the place that was given last */
    private int line(int at) {
        line += StringUtils.countMatches(text.substring(lineAt, at), '\n');
        lineAt = at;
        return line;
    }

    private UsageException refused(int at, String reason) {
        return new UsageException(file + ", line " + line(at) + ": " + reason);
    }
}
