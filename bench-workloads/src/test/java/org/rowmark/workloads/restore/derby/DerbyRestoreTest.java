package org.rowmark.workloads.restore.derby;

import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method into files of this process. */
class DerbyRestoreTest extends RestoreContract {
    DerbyRestoreTest() {
        super("derby");
    }
}
