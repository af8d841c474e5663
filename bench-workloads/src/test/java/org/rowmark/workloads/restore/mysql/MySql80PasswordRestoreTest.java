package org.rowmark.workloads.restore.mysql;

import org.junit.jupiter.api.Tag;

/** MySQL 8 hashes passwords in a way that clients must know. */
@Tag("slow")
class MySql80PasswordRestoreTest extends MySqlPasswordRestoreContract {
    MySql80PasswordRestoreTest() {
        super("mysql-8.0");
    }
}
