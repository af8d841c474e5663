package org.rowmark.databases;

import com.google.auto.service.AutoService;
import org.rowmark.restore.RestoreWay;

/** MariaDB loads a directory of tab-separated files. */
@AutoService(RestoreWay.class)
public final class MariaDbTabRestore extends MySqlFamilyTabRestore {
    @Override
    public String database() {
        return "mariadb";
    }
}
