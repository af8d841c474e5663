package org.rowmark.result;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.db.Counter;

/**
 * The name of a metric that is a counter of the server, of its processes or of the process that measured, for example
 * {@code data.bytes-written}, or of one file {@code data.bytes-written:rowmark/orders.ibd}. Units in samples are {@code
 * bytes/op}, {@code ms/op} and {@code count/op}, over all operations of the iteration; of levels, such as {@code
 * data.size}, {@code bytes}; of {@link #CLIENT_LOAD} {@code %}.
 *
 * @param kind one of {@link #KINDS}
 * @param file the one file that is counted on; empty for all of the kind
 */
public record CounterName(String kind, String name, String file) {
    /** The kinds of counters, in the order of a report. */
    public static final List<String> KINDS = Stream.of(Counter.Kind.values())
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .toList();

    /** The load of the measuring process: its CPU time relative to the time that its threads had, 100 at most. */
    public static final CounterName CLIENT_LOAD = new CounterName("client", "cpu-load", "");

    private static final char BEFORE_FILE = ':';

    /** Parses the name of a metric; empty if it is no such counter. */
    public static Optional<CounterName> of(String metric) {
        int dot = metric.indexOf('.');
        if (dot <= 0 || !KINDS.contains(metric.substring(0, dot))) {
            return Optional.empty();
        }
        int colon = metric.indexOf(BEFORE_FILE, dot);
        return Optional.of(
                colon < 0
                        ? new CounterName(metric.substring(0, dot), metric.substring(dot + 1), "")
                        : new CounterName(
                                metric.substring(0, dot),
                                metric.substring(dot + 1, colon),
                                metric.substring(colon + 1)));
    }

    /** Returns whether it counts one file only. */
    public boolean isOfOneFile() {
        return !file.isEmpty();
    }

    /** Returns the name as samples have it. */
    public String metric() {
        return kind + "." + name + (file.isEmpty() ? "" : BEFORE_FILE + file);
    }
}
