package org.rowmark.targets;

import org.rowmark.util.Choice;

/** The transport between a fork and a server that Rowmark starts. */
public enum Transport implements Choice {
    /** Over TCP on the loopback address. */
    TCP,
    /** Over a Unix domain socket. */
    SOCKET;
}
