package org.rowmark.workloads.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** A restore that is ready to begin. */
@FunctionalInterface
public interface PreparedRestore {
    /** Names of phases, in the order of reports, which show the remaining time as the rest. */
    String SCHEMA = "schema";

    String DATA = "data";
    String INDEXES = "indexes";

    /** The last phase of every restore: {@link Restorer#sync}. */
    String DURABLE = "durable";

    /**
     * Restores the backup, so that the database can be used. This is the measured part.
     *
     * @throws IOException with the cause in one line, including the last errors of a program that failed
     */
    void run() throws IOException, SQLException;

    /** Returns the seconds of the phases after {@link #run}, by name; empty if the method does not report phases. */
    default Map<String, Double> phases() {
        return Map.of();
    }
}
