package org.rowmark.databases.mysql.restore;

/** The program mariadb reads a dump. */
public final class MariaDbClientRestore extends MySqlFamilyClientRestore {
    @Override
    public String name() {
        return "mariadb-client";
    }
}
