package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.db.restore.PreparedRestore;

/** A restore whose phases are separate steps. */
public final class PhasedRestore implements PreparedRestore {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<PreparedRestore> steps = new ArrayList<>();
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    /** Adds a step that is a phase. */
    public PhasedRestore phase(String name, PreparedRestore step) {
        return step(() -> {
            long start = System.nanoTime();
            step.run();
            seconds.put(name, (System.nanoTime() - start) / NANOS_PER_SECOND);
        });
    }

    /** Adds a step that is no phase of its own. */
    public PhasedRestore step(PreparedRestore step) {
        steps.add(step);
        return this;
    }

    @Override
    public void run() throws IOException, SQLException {
        for (PreparedRestore step : steps) {
            step.run();
        }
    }

    @Override
    public Map<String, Double> phases() {
        return Collections.unmodifiableMap(seconds);
    }
}
