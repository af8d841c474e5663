package org.rowmark.databases.derby;

import org.rowmark.databases.DatabaseContract;

class DerbyTest extends DatabaseContract {
    DerbyTest() {
        super("derby", new Tried("derby.system.durability", "test", "no (derby.system.durability=test)"));
    }
}
