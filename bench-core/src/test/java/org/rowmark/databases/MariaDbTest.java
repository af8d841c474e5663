package org.rowmark.databases;

class MariaDbTest extends DatabaseContract {
    MariaDbTest() {
        super("mariadb");
    }
}
