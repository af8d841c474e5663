package org.rowmark.databases;

/** Every way to restore into a file of this process. */
class DuckDbRestoreTest extends RestoreContract {
    DuckDbRestoreTest() {
        super("duckdb");
    }
}
