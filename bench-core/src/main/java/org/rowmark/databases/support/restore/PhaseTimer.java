package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Timer of a restore whose phases are separate steps. */
public final class PhaseTimer {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Double> seconds = new LinkedHashMap<>();

    /** A step of a restore. */
    @FunctionalInterface
    public interface Step {
        void run() throws IOException, SQLException;
    }

    /** Times a step; the times of several steps of a phase are added. */
    public void time(String phase, Step step) throws IOException, SQLException {
        long start = System.nanoTime();
        step.run();
        seconds.merge(phase, (System.nanoTime() - start) / NANOS_PER_SECOND, Double::sum);
    }

    /** Returns the times by name of the phase, in the order of their beginning. */
    public Map<String, Double> seconds() {
        return Collections.unmodifiableMap(seconds);
    }
}
