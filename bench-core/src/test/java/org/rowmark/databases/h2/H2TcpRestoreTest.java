package org.rowmark.databases.h2;

import org.rowmark.databases.RestoreContract;

/** Every way to restore into a file of the server that was started. */
class H2TcpRestoreTest extends RestoreContract {
    H2TcpRestoreTest() {
        super("h2-tcp");
    }
}
