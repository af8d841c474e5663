package org.rowmark.databases;

class MariaDbTest extends DatabaseContract {
    MariaDbTest() {
        super("mariadb", new Tried("innodb_flush_log_at_trx_commit", "2", "no (innodb_flush_log_at_trx_commit=2)"));
    }
}
