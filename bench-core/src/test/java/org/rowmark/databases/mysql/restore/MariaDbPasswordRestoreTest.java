package org.rowmark.databases.mysql.restore;

import org.rowmark.db.restore.RestoreMethod;

/** MariaDB's ways do not show its password. */
class MariaDbPasswordRestoreTest extends MySqlPasswordRestoreContract {
    MariaDbPasswordRestoreTest() {
        super("mariadb");
    }

    /** Files hold the users with them: the second server wants the password too, and private ones are opened without. */
    @Override
    protected boolean opens(RestoreMethod way) {
        return !way.name().equals("mariadb-backup");
    }
}
