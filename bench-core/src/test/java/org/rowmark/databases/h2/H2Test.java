package org.rowmark.databases.h2;

import org.rowmark.databases.DatabaseContract;

class H2Test extends DatabaseContract {
    H2Test() {
        super(
                "h2",
                new Tried(
                        "WRITE_DELAY",
                        "0",
                        "no (WRITE_DELAY=0 ms; H2 does not sync the file at a commit, whatever the delay)"));
    }
}
