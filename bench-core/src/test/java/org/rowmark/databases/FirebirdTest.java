package org.rowmark.databases;

class FirebirdTest extends DatabaseContract {
    FirebirdTest() {
        super("firebird");
    }
}
