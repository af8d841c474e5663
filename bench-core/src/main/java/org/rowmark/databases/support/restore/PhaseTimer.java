package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Times the phases of a restore whose phases are steps of their own. */
public final class PhaseTimer {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Double> seconds = new LinkedHashMap<>();

    /** A step of a restore. */
    @FunctionalInterface
    public interface Step {
        void run() throws IOException, SQLException;
    }

    /** Runs a step; several of the same phase add up. */
    public void time(String phase, Step step) throws IOException, SQLException {
        long start = System.nanoTime();
        step.run();
        seconds.merge(phase, (System.nanoTime() - start) / NANOS_PER_SECOND, Double::sum);
    }

    /** By name of the phase, in the order in which they began. */
    public Map<String, Double> seconds() {
        return Collections.unmodifiableMap(seconds);
    }
}
