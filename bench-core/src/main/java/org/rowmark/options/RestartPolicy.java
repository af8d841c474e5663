package org.rowmark.options;

import org.rowmark.util.Choice;

/** The time for which a server that Rowmark starts stays up. */
public enum RestartPolicy implements Choice {
    /** It is restarted for every round, so that each round is a replicate of the whole configuration. */
    ROUND,
    /** It is started once and stays up for the whole run, beside all others. */
    RUN;

    /** Reads an id, or {@code never} for {@link #RUN}. */
    static RestartPolicy parse(String where, String text) {
        return text.strip().equalsIgnoreCase("never") ? RUN : Choice.parse(where, text, values());
    }
}
