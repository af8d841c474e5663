package org.rowmark.databases.duckdb;

import org.rowmark.databases.RestoreContract;

/** Every way to restore into a file of this process. */
class DuckDbRestoreTest extends RestoreContract {
    DuckDbRestoreTest() {
        super("duckdb");
    }
}
