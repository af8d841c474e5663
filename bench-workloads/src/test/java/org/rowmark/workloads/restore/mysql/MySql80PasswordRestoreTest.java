package org.rowmark.workloads.restore.mysql;

/** MySQL 8 hashes passwords in a way that clients must know. */
class MySql80PasswordRestoreTest extends MySqlPasswordRestoreContract {
    MySql80PasswordRestoreTest() {
        super("mysql-8.0");
    }
}
