package org.rowmark.databases;

class DerbyTest extends DatabaseContract {
    DerbyTest() {
        super("derby");
    }
}
