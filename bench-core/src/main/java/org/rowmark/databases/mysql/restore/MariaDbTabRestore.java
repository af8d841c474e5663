package org.rowmark.databases.mysql.restore;

import com.google.auto.service.AutoService;
import org.rowmark.db.restore.RestoreWay;

/** MariaDB loads a directory of tab-separated files. */
@AutoService(RestoreWay.class)
public final class MariaDbTabRestore extends MySqlFamilyTabRestore {
    @Override
    public String database() {
        return "mariadb";
    }
}
