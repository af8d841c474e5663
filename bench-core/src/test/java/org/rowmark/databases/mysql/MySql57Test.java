package org.rowmark.databases.mysql;

import org.junit.jupiter.api.Tag;
import org.rowmark.databases.DatabaseContract;

@Tag("slow")
class MySql57Test extends DatabaseContract {
    MySql57Test() {
        super("mysql-5.7", new Tried("innodb_flush_log_at_trx_commit", "2", "no (innodb_flush_log_at_trx_commit=2)"));
    }
}
