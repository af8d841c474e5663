package org.rowmark.db;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A counter of a server, or a size of something in it, at one moment. Unknown counters are absent, never 0.
 *
 * @param name lower case with dashes, for example {@code bytes-written}; unique together with kind and file
 * @param kind what is counted, for example operations on data files or on the log
 * @param file name of the only file that is counted, as its server knows it, in characters allowed in names of metrics;
 *     empty for all of the kind
 * @param unit of the value, for example {@code bytes}, {@code ms} or {@code count}
 * @param value since some moment in the past, never negative; the difference of two readings is what happened between.
 *     For a level, the value itself
 * @param isLevel whether it is a level, for example the size of files, of which the last reading counts
 */
public record Counter(String name, Kind kind, String file, String unit, double value, boolean isLevel) {
    /** Characters not allowed in names of metrics, which JMH writes into its JSON without escapes. */
    private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9_./%#@$+-]");

    /** The thing that is counted. */
    public enum Kind {
        /** Files of tables and indexes. */
        DATA,
        /** The transaction log. */
        LOG,
        /** Temporary files. */
        TEMP,
        /** The whole server or database, as it counts itself. */
        SERVER,
        /** All processes of the server, as the operating system counts them. */
        PROCESS,
        /** The process that measures. */
        CLIENT,
        /** The simulated link between driver and server. */
        LINK
    }

    /** Creates a counter that only grows, for all of the kind. */
    public Counter(String name, Kind kind, String unit, double value) {
        this(name, kind, unit, value, false);
    }

    /** Creates a counter or level for all of the kind. */
    public Counter(String name, Kind kind, String unit, double value, boolean isLevel) {
        this(name, kind, "", unit, value, isLevel);
    }

    /** Returns the size of files at the moment. */
    public static Counter size(Kind kind, double bytes) {
        return new Counter("size", kind, "bytes", bytes, true);
    }

    /** Returns the counter for one file, with underscores for the characters not allowed in names of metrics. */
    public Counter of(String oneFile) {
        return new Counter(name, kind, UNFIT.matcher(oneFile).replaceAll("_"), unit, value, isLevel);
    }

    /** Returns the counter with another value. */
    public Counter with(double other) {
        return new Counter(name, kind, file, unit, other, isLevel);
    }

    /**
     * Returns the name as a metric of a sample, for example {@code data.bytes-written}, or for one file
     * {@code data.bytes-written:rowmark/orders.ibd}.
     */
    public String metric() {
        return kind.name().toLowerCase(Locale.ROOT) + "." + name + (file.isEmpty() ? "" : ":" + file);
    }
}
