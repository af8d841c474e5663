package org.rowmark.db.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** A restore that is ready to begin. */
public interface PreparedRestore {
    /** Names of phases, in the order in which reports show them; all that no phase explains is shown as the rest. */
    String SCHEMA = "schema";

    String DATA = "data";
    String INDEXES = "indexes";

    /**
     * Restores; this is what is measured. When it returns, the database can be used.
     *
     * @throws IOException in one line that says why, with the last words of the program that failed
     */
    void run() throws IOException, SQLException;

    /**
     * After {@link #run}: what the phases took.
     *
     * @return seconds by name of the phase; empty if this way does not tell
     */
    default Map<String, Double> phases() throws IOException {
        return Map.of();
    }
}
