package org.rowmark.db.sql;

import java.util.List;

/**
 * A routine in the procedural language of a server.
 *
 * @param before statements that prepare it, such as one that creates a function; empty where a block needs no name
 * @param query query that runs it and returns one row with one number
 * @param after statements that remove what {@code before} created
 */
public record Routine(List<String> before, String query, List<String> after) {
    public Routine {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Returns a block that leaves nothing behind. */
    public static Routine anonymous(String query) {
        return new Routine(List.of(), query, List.of());
    }
}
