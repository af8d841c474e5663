package org.rowmark.db;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A counter of a server, or a level such as a size, at one moment. Unknown ones are absent, never 0. Names are of lower
 * case with dashes; the file is empty for all of the kind; of a counter the difference of two readings counts, of a
 * level the last value.
 */
public record Counter(String name, Kind kind, String file, String unit, double value, boolean isLevel) {
    /** Characters not allowed in names of metrics, which JMH writes into its JSON without escapes. */
    private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9_./%#@$+-]");

    public enum Kind {
        /** Files of tables and indexes. */
        DATA,
        LOG,
        TEMP,
        /** The whole server or database, as it counts itself. */
        SERVER,
        /** All processes of the server, as the operating system counts them. */
        PROCESS,
        CLIENT,
        /** The simulated link between driver and server. */
        LINK
    }

    /** Creates a counter that only grows, for all of the kind. */
    public Counter(String name, Kind kind, String unit, double value) {
        this(name, kind, unit, value, false);
    }

    public Counter(String name, Kind kind, String unit, double value, boolean isLevel) {
        this(name, kind, "", unit, value, isLevel);
    }

    public static Counter size(Kind kind, double bytes) {
        return new Counter("size", kind, "bytes", bytes, true);
    }

    public Counter of(String oneFile) {
        return new Counter(name, kind, UNFIT.matcher(oneFile).replaceAll("_"), unit, value, isLevel);
    }

    public Counter with(double other) {
        return new Counter(name, kind, file, unit, other, isLevel);
    }

    /** Returns the name of a metric, {@code data.bytes-written}, for a file {@code data.bytes-written:rowmark/t.ibd}. */
    public String metric() {
        return kind.name().toLowerCase(Locale.ROOT) + "." + name + (file.isEmpty() ? "" : ":" + file);
    }
}
