package org.rowmark.workloads.restore.embedded;

import org.junit.jupiter.api.Tag;
import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method into a file of the server that was started. */
@Tag("slow")
class H2TcpRestoreTest extends RestoreContract {
    H2TcpRestoreTest() {
        super("h2-tcp");
    }
}
