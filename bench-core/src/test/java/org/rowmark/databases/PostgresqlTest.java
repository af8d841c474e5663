package org.rowmark.databases;

class PostgresqlTest extends DatabaseContract {
    PostgresqlTest() {
        super("postgresql", new Tried("synchronous_commit", "off", "no (fsync=on, synchronous_commit=off)"));
    }
}
