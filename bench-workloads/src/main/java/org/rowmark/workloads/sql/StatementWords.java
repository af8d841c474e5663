package org.rowmark.workloads.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rowmark.db.sql.LexicalRule;

/** The words of a statement as far as it has been read, and whether a semicolon is its end. */
final class StatementWords {
    private static final Set<String> DEFINITIONS = Set.of("create", "alter", "recreate");

    /** Objects that have statements of their own. */
    private static final Set<String> ROUTINES =
            Set.of("function", "procedure", "proc", "trigger", "event", "package", "rule");

    /** Objects that have none, whatever their names are. */
    private static final Set<String> OTHERS = Set.of(
            "table",
            "view",
            "index",
            "schema",
            "database",
            "sequence",
            "type",
            "domain",
            "synonym",
            "login",
            "role",
            "user");

    private static final int WORDS_BEFORE_OBJECT = 8;
    private static final List<String> BLOCK = List.of("execute", "block");

    /** Words by which a statement needs the others of its batch, if it is in one. */
    private static final Set<String> BATCH_WORDS = Set.of("declare", "begin", "if", "while");

    /** Words that begin a statement in a batch also where no semicolon is before them. */
    private static final Set<String> BEGINNINGS = Set.of(
            "create", "alter", "drop", "truncate", "exec", "execute", "grant", "revoke", "deny", "backup", "restore");

    private final boolean isBatch;
    private final List<String> words = new ArrayList<>();
    private boolean isNext; // a semicolon that is in the statement was read last
    private int depth; // of parentheses
    private int blocks; // that have begun and not ended
    private boolean isBehindEnd; // only white space and comments are between the word END and what follows
    private boolean isOrdered;

    StatementWords(Set<LexicalRule> rules) {
        this.isBatch = rules.contains(LexicalRule.GO_LINES);
    }

    List<String> all() {
        return words;
    }

    /** Returns whether the statement is one with an ORDER BY that is in no parentheses. */
    boolean areOrdered() {
        return isOrdered && !words.contains(SqlStatement.NEXT);
    }

    /** Returns whether a semicolon is in the statement and not behind it. */
    boolean needMore() {
        return isBatch ? isRoutine() || BATCH_WORDS.contains(first()) : isRoutine() && (blocks > 0 || depth > 0);
    }

    private String first() {
        return words.isEmpty() ? "" : words.get(0);
    }

    /** Returns whether the first object that is named in a definition is a routine. */
    private boolean isRoutine() {
        return DEFINITIONS.contains(first())
                ? ROUTINES.contains(object())
                : words.size() > 1 && words.subList(0, 2).equals(BLOCK);
    }

    private String object() {
        return words.stream()
                .limit(WORDS_BEFORE_OBJECT)
                .filter(word -> ROUTINES.contains(word) || OTHERS.contains(word))
                .findFirst()
                .orElse("");
    }

    /** @param word in lower case */
    void add(String word) {
        isNext |= isBatch && depth == 0 && BEGINNINGS.contains(word);
        if (isNext && !words.isEmpty()) {
            words.add(SqlStatement.NEXT);
        }
        isNext = false;
        String previous = words.isEmpty() ? "" : words.get(words.size() - 1);
        isOrdered |= depth == 0 && word.equals("by") && previous.equals("order");
        int change = switch (word) {
            case "begin" -> 1;
            case "case" -> blocks > 0 && !isBehindEnd ? 1 : 0;
            case "end" -> blocks > 0 ? -1 : 0;
            case "if", "while", "loop", "repeat", "for" -> isBehindEnd ? 1 : 0; // it ended no block
            default -> 0;
        };
        if (change != 0 && depth == 0 && isRoutine()) {
            blocks += change;
        }
        isBehindEnd = word.equals("end");
        words.add(word);
    }

    void addSign(char c) {
        depth = c == '(' ? depth + 1 : c == ')' ? Math.max(0, depth - 1) : depth;
        isNext |= c == ';';
        isBehindEnd = false;
    }

    /** Returns whether they are of {@code copy … from stdin}. */
    boolean areFollowedByRows() {
        int stdin = words.indexOf("stdin");
        return first().equals("copy") && stdin > 0 && words.get(stdin - 1).equals("from");
    }
}
