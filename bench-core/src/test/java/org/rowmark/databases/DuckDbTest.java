package org.rowmark.databases;

class DuckDbTest extends DatabaseContract {
    DuckDbTest() {
        super("duckdb", new Tried("fsync_mode", "NONE", "no (fsync_mode=NONE)"));
    }
}
