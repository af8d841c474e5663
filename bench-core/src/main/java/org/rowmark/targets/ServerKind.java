package org.rowmark.targets;

import org.rowmark.util.Choice;

/** The kinds of servers by their start. */
public enum ServerKind implements Choice {
    /** Inside the measuring JVM. */
    EMBEDDED,
    /** Reached by a URL, never started or stopped by Rowmark. */
    EXTERNAL,
    /** Started by Rowmark from installed binaries, on a free port, in a directory of its own. */
    LOCAL,
    /** As LOCAL, from binaries in Maven artifacts instead of an installation. */
    ARTIFACT,
    /** In a container, by Testcontainers. */
    CONTAINER;

    /** Returns whether Rowmark starts and stops it. */
    public boolean isManaged() {
        return this == LOCAL || this == ARTIFACT || this == CONTAINER;
    }
}
