package org.rowmark.databases;

/** Every way to restore on a private server, which comes without clients: by those that are installed, be they MariaDB's. */
class MySql80RestoreTest extends RestoreContract {
    MySql80RestoreTest() {
        super("mysql-8.0");
    }
}
