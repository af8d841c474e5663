package org.rowmark.db.sql;

import java.util.List;

/** A routine in a server's procedural language; the query runs it and returns one row with one number. */
public record Routine(List<String> before, String query, List<String> after) {
    public Routine {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    public static Routine anonymous(String query) {
        return new Routine(List.of(), query, List.of());
    }
}
