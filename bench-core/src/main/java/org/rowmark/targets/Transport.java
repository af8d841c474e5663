package org.rowmark.targets;

import java.util.Locale;

/** The transport between a fork and a server that Rowmark starts. */
public enum Transport {
    /** Over TCP on the loopback address. */
    TCP,
    /** Over a Unix domain socket. */
    SOCKET;

    /** The word used in targets files and reports, in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
