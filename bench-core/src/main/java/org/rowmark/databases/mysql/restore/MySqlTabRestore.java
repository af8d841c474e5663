package org.rowmark.databases.mysql.restore;

import com.google.auto.service.AutoService;
import org.rowmark.db.restore.RestoreMethod;

/** MySQL loads a directory of tab-separated files. */
@AutoService(RestoreMethod.class)
public final class MySqlTabRestore extends MySqlFamilyTabRestore {
    @Override
    public String database() {
        return "mysql";
    }
}
