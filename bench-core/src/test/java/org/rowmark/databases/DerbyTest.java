package org.rowmark.databases;

class DerbyTest extends DatabaseContract {
    DerbyTest() {
        super("derby", new Tried("derby.system.durability", "test", "no (derby.system.durability=test)"));
    }
}
