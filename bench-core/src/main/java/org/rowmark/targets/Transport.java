package org.rowmark.targets;

import org.rowmark.util.Choice;

/** How a fork reaches a server that Rowmark starts. */
public enum Transport implements Choice {
    /** Over TCP on the loopback address. */
    TCP,
    /** Over a Unix domain socket. */
    SOCKET;
}
