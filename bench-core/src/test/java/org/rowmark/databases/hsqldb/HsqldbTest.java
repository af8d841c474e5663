package org.rowmark.databases.hsqldb;

import org.rowmark.databases.DatabaseContract;

class HsqldbTest extends DatabaseContract {
    HsqldbTest() {
        super("hsqldb", new Tried("hsqldb.write_delay", "false", "yes (WRITE DELAY FALSE)"));
    }
}
