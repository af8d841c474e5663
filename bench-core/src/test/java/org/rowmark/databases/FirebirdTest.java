package org.rowmark.databases;

class FirebirdTest extends DatabaseContract {
    FirebirdTest() {
        super("firebird", new Tried("page_size", "4096", "yes (forced writes on)"));
    }
}
