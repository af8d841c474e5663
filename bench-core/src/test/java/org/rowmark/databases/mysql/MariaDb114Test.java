package org.rowmark.databases.mysql;

import org.rowmark.databases.DatabaseContract;

class MariaDb114Test extends DatabaseContract {
    MariaDb114Test() {
        super(
                "mariadb-11.4",
                new Tried("innodb_flush_log_at_trx_commit", "2", "no (innodb_flush_log_at_trx_commit=2)"));
    }
}
