package org.rowmark.result;

import java.util.List;
import java.util.Optional;

/**
 * The name of a metric that is a counter of the server, of its processes or of the process that measured, for example
 * {@code data.bytes-written}. In samples their units are {@code bytes/op}, {@code ms/op} and {@code count/op}, over all
 * operations of the iteration; of levels, such as {@code data.size}, {@code bytes}; of {@link #CLIENT_LOAD} {@code %}.
 *
 * @param kind one of {@link #KINDS}
 * @param name lower case with dashes
 */
public record CounterName(String kind, String name) {
    /** What is counted on: the server as it counts itself, its files, all its processes, the process that measured. */
    public static final List<String> KINDS = List.of("data", "log", "temp", "server", "process", "client");

    /** How busy the measuring process was: its CPU time of the time that its threads had, 100 at most. */
    public static final CounterName CLIENT_LOAD = new CounterName("client", "cpu-load");

    /** Empty for a metric that is no such counter. */
    public static Optional<CounterName> of(String metric) {
        int dot = metric.indexOf('.');
        return dot > 0 && KINDS.contains(metric.substring(0, dot))
                ? Optional.of(new CounterName(metric.substring(0, dot), metric.substring(dot + 1)))
                : Optional.empty();
    }

    /** As it stands in samples. */
    public String metric() {
        return kind + "." + name;
    }
}
