package org.rowmark.workloads.restore.embedded;

import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method into a file of this process. */
class SqliteRestoreTest extends RestoreContract {
    SqliteRestoreTest() {
        super("sqlite");
    }
}
