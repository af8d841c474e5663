package org.rowmark.workloads.restore.h2;

import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method into a file of the server that was started. */
class H2TcpRestoreTest extends RestoreContract {
    H2TcpRestoreTest() {
        super("h2-tcp");
    }
}
