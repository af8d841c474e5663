package org.rowmark.databases;

class PostgresqlTest extends DatabaseContract {
    PostgresqlTest() {
        super("postgresql");
    }
}
