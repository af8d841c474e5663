package org.rowmark.databases.sqlite;

import org.rowmark.databases.RestoreContract;

/** Every way to restore into a file of this process. */
class SqliteRestoreTest extends RestoreContract {
    SqliteRestoreTest() {
        super("sqlite");
    }
}
