package org.rowmark.targets;

import java.util.Locale;

/** The kinds of servers by their start. */
public enum ServerKind {
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

    /** Whether Rowmark starts and stops it. */
    public boolean isManaged() {
        return this == LOCAL || this == ARTIFACT || this == CONTAINER;
    }

    /** The word used in targets files and reports, in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
