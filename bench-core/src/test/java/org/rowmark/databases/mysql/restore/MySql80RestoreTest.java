package org.rowmark.databases.mysql.restore;

import org.rowmark.databases.RestoreContract;

/** Every way to restore on a private server, which comes without clients: by those that are installed, be they MariaDB's. */
class MySql80RestoreTest extends RestoreContract {
    MySql80RestoreTest() {
        super("mysql-8.0");
    }
}
