package org.rowmark.result;

import org.rowmark.db.Counter;
import java.util.stream.Stream;
import java.util.Locale;
import java.util.List;
import java.util.Optional;

/**
 * The name of a metric that is a counter of the server, of its processes or of the process that measured, for example
 * {@code data.bytes-written}, or of one file {@code data.bytes-written:rowmark/orders.ibd}. In samples their units are
 * {@code bytes/op}, {@code ms/op} and {@code count/op}, over all operations of the iteration; of levels, such as {@code
 * data.size}, {@code bytes}; of {@link #CLIENT_LOAD} {@code %}.
 *
 * @param kind one of {@link #KINDS}
 * @param name lower case with dashes
 * @param file the one file that is counted on; empty for all of the kind
 */
public record CounterName(String kind, String name, String file) {
    /** What is counted on: the server as it counts itself, its files, all its processes, the process that measured. */
    public static final List<String> KINDS = Stream.of(Counter.Kind.values())
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .toList();

    /** How busy the measuring process was: its CPU time of the time that its threads had, 100 at most. */
    public static final CounterName CLIENT_LOAD = new CounterName("client", "cpu-load", "");

    private static final char BEFORE_FILE = ':';

    /** Empty for a metric that is no such counter. */
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

    /** Whether it counts on one file, beside what is counted of all files of the kind. */
    public boolean isOfOneFile() {
        return !file.isEmpty();
    }

    /** As it stands in samples. */
    public String metric() {
        return kind + "." + name + (file.isEmpty() ? "" : BEFORE_FILE + file);
    }
}
