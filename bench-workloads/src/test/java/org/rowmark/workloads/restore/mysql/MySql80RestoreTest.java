package org.rowmark.workloads.restore.mysql;

import org.junit.jupiter.api.Tag;
import org.rowmark.workloads.restore.RestoreContract;

/** Every restore method on a private server, which comes without clients: by those that are installed, be they MariaDB's. */
@Tag("slow")
class MySql80RestoreTest extends RestoreContract {
    MySql80RestoreTest() {
        super("mysql-8.0");
    }
}
