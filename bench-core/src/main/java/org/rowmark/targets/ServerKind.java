package org.rowmark.targets;

import org.rowmark.util.Choice;

/** How a target's server comes to be. */
public enum ServerKind implements Choice {
    /** Inside the measuring JVM. */
    EMBEDDED,
    /** Reached by a URL, started by somebody else, never stopped by Rowmark. */
    EXTERNAL,
    /** Started by Rowmark from installed binaries, on a free port, in a directory of its own. */
    LOCAL,
    /** As LOCAL, from binaries that come as Maven artifacts: nothing needs to be installed. */
    ARTIFACT,
    /** In a container, by Testcontainers. */
    CONTAINER;

    /** Whether Rowmark starts and stops it. */
    public boolean isManaged() {
        return this == LOCAL || this == ARTIFACT || this == CONTAINER;
    }
}
