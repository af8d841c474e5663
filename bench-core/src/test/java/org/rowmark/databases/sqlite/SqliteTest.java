package org.rowmark.databases.sqlite;

import org.rowmark.databases.DatabaseContract;

class SqliteTest extends DatabaseContract {
    SqliteTest() {
        super("sqlite", new Tried("synchronous", "0", "no (synchronous=OFF, journal_mode=delete)"));
    }
}
