package org.rowmark.databases;

class MariaDbConnectorJTest extends DatabaseContract {
    MariaDbConnectorJTest() {
        super(
                "mariadb-connector-j",
                new Tried("innodb_flush_log_at_trx_commit", "2", "no (innodb_flush_log_at_trx_commit=2)"));
    }
}
