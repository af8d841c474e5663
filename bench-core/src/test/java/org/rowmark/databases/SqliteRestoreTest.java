package org.rowmark.databases;

/** Every way to restore into a file of this process. */
class SqliteRestoreTest extends RestoreContract {
    SqliteRestoreTest() {
        super("sqlite");
    }
}
