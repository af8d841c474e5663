package org.rowmark.workloads.restore.embedded;

import org.junit.jupiter.api.Tag;
import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method into a file of this process. */
@Tag("slow")
class DuckDbRestoreTest extends RestoreContract {
    DuckDbRestoreTest() {
        super("duckdb");
    }
}
