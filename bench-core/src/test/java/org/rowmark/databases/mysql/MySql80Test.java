package org.rowmark.databases.mysql;

import org.junit.jupiter.api.Tag;
import org.rowmark.databases.DatabaseContract;

/** With a binary log, which this version has by default. */
@Tag("slow")
class MySql80Test extends DatabaseContract {
    MySql80Test() {
        super("mysql-8.0", new Tried("sync_binlog", "0", "no (innodb_flush_log_at_trx_commit=1, sync_binlog=0)"));
    }
}
