package org.rowmark.workloads.restore.embedded;

import org.junit.jupiter.api.Tag;
import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method into files of this process. */
@Tag("slow")
class DerbyRestoreTest extends RestoreContract {
    DerbyRestoreTest() {
        super("derby");
    }
}
