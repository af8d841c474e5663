package org.rowmark.workloads.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.rowmark.db.sql.LexicalRule;

/**
 * A statement with the places of its parameters among the values of a pass.
 *
 * @param statement with a question mark for each parameter
 * @param questionMarks those that were in the file
 */
record BoundStatement(SqlStatement statement, List<Integer> places, int questionMarks) {
    private static final int QUESTION_MARK = -1;

    BoundStatement {
        places = List.copyOf(places);
    }

    /**
     * Finds the parameters of a file's statements: the n-th question mark of the file takes the n-th value, and
     * {@code :name} the value of that name. Other names stay as they are written.
     *
     * @param names of the values, in their order
     */
    static List<BoundStatement> of(List<SqlStatement> statements, List<String> names, Set<LexicalRule> rules) {
        List<BoundStatement> bound = new ArrayList<>();
        int questionMarks = 0;
        for (SqlStatement statement : statements) {
            List<Integer> places = new ArrayList<>();
            String text = names.isEmpty() ? statement.text() : replaced(statement.text(), names, rules, places);
            if (text.equals(statement.text())) { // with the question marks that the splitter has found
                places = new ArrayList<>(Collections.nCopies(statement.parameters(), QUESTION_MARK));
            }
            int before = questionMarks;
            for (int i = 0; i < places.size(); i++) {
                if (places.get(i) == QUESTION_MARK) {
                    places.set(i, questionMarks++);
                }
            }
            bound.add(new BoundStatement(statement.with(text, places.size()), places, questionMarks - before));
        }
        return bound;
    }

    /** Replaces names by question marks, and adds the places of all parameters. */
    private static String replaced(String text, List<String> names, Set<LexicalRule> rules, List<Integer> places) {
        Tokens tokens = new Tokens(text, rules);
        StringBuilder replaced = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = endOfOther(text, tokens, at);
            if (end == at) {
                end = at + 1;
                char c = text.charAt(at);
                int word = c == ':' && end < text.length() ? tokens.endOfWord(end) : end;
                int place = word > end ? names.indexOf(text.substring(end, word)) : -1;
                if (place >= 0) {
                    places.add(place);
                    replaced.append('?');
                    at = word;
                    continue;
                }
                if (c == '?') {
                    places.add(QUESTION_MARK);
                }
            }
            replaced.append(text, at, end);
            at = end;
        }
        return replaced.toString();
    }

    /** Returns the end of what has no parameter and begins there; the place itself if a single sign does. */
    private static int endOfOther(String text, Tokens tokens, int at) {
        if (text.startsWith("::", at) || text.startsWith("??", at)) { // a cast, an operator
            return at + 2;
        }
        int comment = tokens.endOfComment(at);
        int end = comment < 0 ? text.length() : comment > at ? comment : tokens.endOfQuoted(at);
        return end > at ? end : tokens.endOfWord(at);
    }

    void bind(PreparedStatement prepared, List<Object> values) throws SQLException {
        for (int i = 0; i < places.size(); i++) {
            prepared.setObject(i + 1, values.get(places.get(i)));
        }
    }
}
