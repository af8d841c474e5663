package org.rowmark.workloads.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A restore whose phases are timed. */
public final class PhasedRestore implements PreparedRestore {
    private static final double NANOS_PER_SECOND = 1e9;

    @FunctionalInterface
    public interface Work {
        void run(PhasedRestore phases) throws IOException, SQLException;
    }

    private final Work work;
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private String current = "";
    private long begun;

    public PhasedRestore(Work work) {
        this.work = work;
    }

    @Override
    public void run() throws IOException, SQLException {
        work.run(this);
        end();
    }

    /** Begins a phase, which ends the one before. */
    public void begin(String phase) {
        end();
        current = phase;
        begun = System.nanoTime();
    }

    /** Ends a phase, where what follows belongs to none. */
    public void end() {
        if (!current.isEmpty()) {
            add(current, (System.nanoTime() - begun) / NANOS_PER_SECOND);
            current = "";
        }
    }

    /** Adds a phase that a server or program has timed. */
    public void add(String phase, double time) {
        seconds.put(phase, time);
    }

    @Override
    public Map<String, Double> phases() {
        return Collections.unmodifiableMap(seconds);
    }
}
