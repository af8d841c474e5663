package org.rowmark.db;

/**
 * One of a server's own cumulative counters at one moment. What a server cannot tell is not in its list; there is no 0
 * that means unknown.
 *
 * @param name lower case with dashes, for example {@code bytes-written}; unique together with kind
 * @param kind what it counts on, for example data files or the log
 * @param unit of the value, for example {@code bytes}, {@code ms} or {@code count}
 * @param value since some moment in the past, never negative; the difference of two readings is what happened between
 */
public record Counter(String name, Kind kind, String unit, double value) {
    /** What is counted on. */
    public enum Kind {
        /** The whole server or database. */
        SERVER,
        /** Files of tables and indexes. */
        DATA,
        /** The transaction log. */
        LOG,
        /** Temporary files. */
        TEMP
    }
}
