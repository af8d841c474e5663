package org.rowmark.db;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a server counts, or how large something of it is, at one moment. What a server cannot tell is not in its list;
 * there is no 0 that means unknown.
 *
 * @param name lower case with dashes, for example {@code bytes-written}; unique together with kind and file
 * @param kind what it counts on, for example data files or the log
 * @param file the one file that it counts on, as its server knows it, of characters that names of metrics may have;
 *     empty for all of the kind
 * @param unit of the value, for example {@code bytes}, {@code ms} or {@code count}
 * @param value since some moment in the past, never negative; the difference of two readings is what happened between.
 *     Of a level, the value itself
 * @param isLevel whether it is a level, for example the size of files, of which the last reading counts
 */
public record Counter(String name, Kind kind, String file, String unit, double value, boolean isLevel) {
    /** What names of metrics must not have: JMH writes them into its JSON as they are. */
    private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9_./%#@$+-]");

    /** What is counted on. */
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
        CLIENT
    }

    /** Of events, bytes or times that only grow, of all that is of the kind. */
    public Counter(String name, Kind kind, String unit, double value) {
        this(name, kind, unit, value, false);
    }

    /** Of all that is of the kind. */
    public Counter(String name, Kind kind, String unit, double value, boolean isLevel) {
        this(name, kind, "", unit, value, isLevel);
    }

    /** The size of files at the moment. */
    public static Counter size(Kind kind, double bytes) {
        return new Counter("size", kind, "bytes", bytes, true);
    }

    /** The same of one file; in its name an underscore stands for each character that names of metrics cannot have. */
    public Counter of(String oneFile) {
        return new Counter(name, kind, UNFIT.matcher(oneFile).replaceAll("_"), unit, value, isLevel);
    }

    /** The same with another value. */
    public Counter with(double other) {
        return new Counter(name, kind, file, unit, other, isLevel);
    }

    /**
     * Its name as a metric of a sample, for example {@code data.bytes-written}, and of one file
     * {@code data.bytes-written:rowmark/orders.ibd}; JMH's JSON can carry it as it is.
     */
    public String metric() {
        return kind.name().toLowerCase(Locale.ROOT) + "." + name + (file.isEmpty() ? "" : ":" + file);
    }
}
