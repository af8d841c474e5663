package org.rowmark.workloads.restore.duckdb;

import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method into a file of this process. */
class DuckDbRestoreTest extends RestoreContract {
    DuckDbRestoreTest() {
        super("duckdb");
    }
}
