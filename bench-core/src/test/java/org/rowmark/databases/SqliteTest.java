package org.rowmark.databases;

class SqliteTest extends DatabaseContract {
    SqliteTest() {
        super("sqlite", new Tried("synchronous", "0", "no (synchronous=OFF, journal_mode=delete)"));
    }
}
