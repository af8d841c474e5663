package org.rowmark.workloads.restore.firebird;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.util.Secrets;
import org.rowmark.workloads.restore.PreparedRestore;

/**
 * A restore with the output of {@code -verbose -statistics tdrw}, the same lines from gbak and from a service:
 * {@code gbak: 0.053 0.000 0 26 restoring index IX}, the seconds since the start first. Data are restored between the
 * first table's line and the one that announces the indexes, indexes are built from there to the one on views.
 */
final class VerboseRestore implements PreparedRestore {
    private static final Pattern LINE =
            Pattern.compile("gbak:\\s*(?:(\\d+\\.\\d+)\\s+\\d+\\.\\d+\\s+\\d+\\s+\\d+\\s+)?(.*)");
    private static final String TABLE = "restoring data for table ";
    private static final String RECORDS = " records restored";
    private static final String INDEX = "activating and creating deferred index ";

    private final Consumer<String> progress;
    private final FailableConsumer<Consumer<String>, IOException> restore;

    /** The seconds at which the data, the indexes and the rest began. */
    private final List<Double> marks = new ArrayList<>();

    private boolean complete;
    private String complaint = "";
    private String table = "";
    private int tables;
    private int built;

    /**
     * @param progress gets the table or index that is restored
     * @param restore restores, and passes on the lines of the output
     */
    VerboseRestore(Consumer<String> progress, FailableConsumer<Consumer<String>, IOException> restore) {
        this.progress = progress;
        this.restore = restore;
    }

    private void read(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            return;
        }
        String text = parts.group(2).strip();
        if (text.startsWith(TABLE)) {
            if (tables == 0) {
                mark(parts.group(1));
            }
            table = "table " + ++tables + ", " + text.substring(TABLE.length());
            progress.accept(table);
        } else if (text.endsWith(RECORDS)) {
            progress.accept(table + ", " + text.replace(" restored", ""));
        } else if (text.startsWith(INDEX)) {
            progress.accept("index " + ++built + ", " + text.substring(INDEX.length()));
        } else if (text.startsWith("creating indexes") || text.startsWith("fixing views dbkey length")) {
            mark(parts.group(1));
        } else if (text.startsWith("finishing, closing, and going home")) {
            complete = true;
        } else if (text.startsWith("ERROR:") && complaint.isEmpty()) {
            complaint = ": " + Secrets.scrub(text);
        }
    }

    private void mark(String seconds) {
        if (seconds != null) {
            marks.add(Double.valueOf(seconds));
        }
    }

    /** @throws IOException with the first complaint, if the last line of a restore is missing */
    @Override
    public void run() throws IOException {
        restore.accept(this::read);
        if (!complete) { // a service may give up without an error, and gbak with it
            throw new IOException("the restore ended before it was complete" + complaint);
        }
    }

    @Override
    public Map<String, Double> phases() {
        Map<String, Double> phases = new LinkedHashMap<>();
        if (marks.size() == 3) {
            phases.put(PreparedRestore.SCHEMA, marks.get(0));
            phases.put(PreparedRestore.DATA, marks.get(1) - marks.get(0));
            phases.put(PreparedRestore.INDEXES, marks.get(2) - marks.get(1));
        }
        return phases;
    }
}
