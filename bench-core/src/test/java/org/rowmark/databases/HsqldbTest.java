package org.rowmark.databases;

class HsqldbTest extends DatabaseContract {
    HsqldbTest() {
        super("hsqldb");
    }
}
