package org.rowmark.databases.mysql.restore;

/** The program mysql reads a dump. */
public final class MySqlClientRestore extends MySqlFamilyClientRestore {
    @Override
    public String name() {
        return "mysql-client";
    }
}
