package org.rowmark.workloads.restore.mysql;

import org.rowmark.workloads.restore.RestoreMethod;

/** MariaDB's methods of restoring do not show its password. */
class MariaDbPasswordRestoreTest extends MySqlPasswordRestoreContract {
    MariaDbPasswordRestoreTest() {
        super("mariadb");
    }

    /** Files hold the users with them: the second server wants the password too, and private ones are opened without. */
    @Override
    protected boolean opens(RestoreMethod method) {
        return !method.name().equals("mariadb-backup");
    }
}
