package org.rowmark.databases;

class HsqldbTest extends DatabaseContract {
    HsqldbTest() {
        super("hsqldb", new Tried("hsqldb.write_delay", "false", "yes (WRITE DELAY FALSE)"));
    }
}
