package org.rowmark.databases.h2;

import org.rowmark.databases.DatabaseContract;

class H2TcpTest extends DatabaseContract {
    H2TcpTest() {
        super(
                "h2-tcp",
                new Tried(
                        "WRITE_DELAY",
                        "250",
                        "no (WRITE_DELAY=250 ms; H2 does not sync the file at a commit, whatever the delay)"));
    }
}
