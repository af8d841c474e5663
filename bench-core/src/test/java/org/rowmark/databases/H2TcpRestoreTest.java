package org.rowmark.databases;

/** Every way to restore into a file of the server that was started. */
class H2TcpRestoreTest extends RestoreContract {
    H2TcpRestoreTest() {
        super("h2-tcp");
    }
}
