package org.rowmark.databases;

class H2Test extends DatabaseContract {
    H2Test() {
        super("h2");
    }
}
