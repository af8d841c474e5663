package org.rowmark.options;

import org.rowmark.util.Choice;

/** How long a server that Rowmark starts stays up. */
public enum RestartPolicy implements Choice {
    /** It is started anew for every round, so that each round is a replicate of the whole configuration. */
    ROUND,
    /** It is started once and stays up for the whole run, beside all others. */
    NEVER;
}
