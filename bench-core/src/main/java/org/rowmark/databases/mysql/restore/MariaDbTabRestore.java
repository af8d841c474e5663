package org.rowmark.databases.mysql.restore;

import com.google.auto.service.AutoService;
import org.rowmark.db.restore.RestoreMethod;

/** MariaDB loads a directory of tab-separated files. */
@AutoService(RestoreMethod.class)
public final class MariaDbTabRestore extends MySqlFamilyTabRestore {
    @Override
    public String database() {
        return "mariadb";
    }
}
