package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.util.Secrets;

/**
 * What gbak tells of a restore with {@code -verbose -statistics tdrw}, line by line, whether it prints it or a service
 * sends it: {@code gbak: 0.053 0.000 0 26 restoring index IX}, the seconds since the start first. Versions before 3 have
 * no statistics: {@code gbak:restoring index IX}. Data are restored between the first table's line and the one that
 * announces the indexes, indexes are built from there to the one on views.
 */
final class GbakOutput {
    private static final Pattern LINE =
            Pattern.compile("gbak:\\s*(?:(\\d+\\.\\d+)\\s+\\d+\\.\\d+\\s+\\d+\\s+\\d+\\s+)?(.*)");

    private static final Pattern TABLE = Pattern.compile("restoring data for table (.*)");
    private static final Pattern RECORDS = Pattern.compile("(\\d+) records restored");
    private static final Pattern INDEX = Pattern.compile("activating and creating deferred index (.*)");

    private final Supplier<OptionalDouble> arrival;
    private OptionalDouble data = OptionalDouble.empty();
    private OptionalDouble indexes = OptionalDouble.empty();
    private OptionalDouble end = OptionalDouble.empty();
    private boolean complete;
    private String complaint = "";
    private String table = "";
    private int tables;
    private int built;

    /**
     * @param arrival the seconds since the start when a line without a time of its own is read; empty where lines come
     *     later than they are written, as those of services do
     */
    GbakOutput(Supplier<OptionalDouble> arrival) {
        this.arrival = arrival;
    }

    /**
     * Reads a line.
     *
     * @return how far the restore is, if the line says something new about that
     */
    Optional<String> read(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String text = parts.group(2).strip();
        Optional<String> progress = progress(text);
        OptionalDouble seconds =
                parts.group(1) == null ? arrival.get() : OptionalDouble.of(Double.parseDouble(parts.group(1)));
        if (TABLE.matcher(text).matches() && tables == 1) {
            data = seconds;
        } else if (text.startsWith("creating indexes")) {
            indexes = seconds;
        } else if (text.startsWith("fixing views dbkey length")) {
            end = seconds;
        } else if (text.startsWith("finishing, closing, and going home")) {
            complete = true;
        } else if (text.startsWith("ERROR:") && complaint.isEmpty()) {
            complaint = text;
        }
        return progress;
    }

    private Optional<String> progress(String text) {
        Matcher ofTable = TABLE.matcher(text);
        Matcher ofRecords = RECORDS.matcher(text);
        Matcher ofIndex = INDEX.matcher(text);
        if (ofTable.matches()) {
            table = ofTable.group(1).strip();
            return Optional.of("table " + ++tables + ", " + table);
        }
        if (ofRecords.matches()) {
            return Optional.of("table " + tables + ", " + table + ", " + ofRecords.group(1) + " records");
        }
        if (ofIndex.matches()) {
            return Optional.of("index " + ++built + ", " + ofIndex.group(1).strip());
        }
        return Optional.empty();
    }

    /** @throws IOException with the first complaint, if the last line of a restore is missing */
    void requireComplete() throws IOException {
        if (!complete) {
            throw new IOException("the restore ended before it was complete"
                    + (complaint.isEmpty() ? "" : ": " + Secrets.scrub(complaint)));
        }
    }

    /** Seconds by phase; empty if the version tells no times. */
    Map<String, Double> phases() {
        Map<String, Double> phases = new LinkedHashMap<>();
        if (data.isPresent() && indexes.isPresent() && end.isPresent()) {
            phases.put(PreparedRestore.SCHEMA, data.getAsDouble());
            phases.put(PreparedRestore.DATA, indexes.getAsDouble() - data.getAsDouble());
            phases.put(PreparedRestore.INDEXES, end.getAsDouble() - indexes.getAsDouble());
        }
        return phases;
    }
}
