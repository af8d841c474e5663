package org.rowmark.databases;

class SqliteTest extends DatabaseContract {
    SqliteTest() {
        super("sqlite");
    }
}
