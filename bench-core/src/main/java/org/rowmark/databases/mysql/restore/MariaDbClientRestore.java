package org.rowmark.databases.mysql.restore;

import com.google.auto.service.AutoService;
import org.rowmark.db.restore.RestoreMethod;

/** The program mariadb reads a dump. */
@AutoService(RestoreMethod.class)
public final class MariaDbClientRestore extends MySqlFamilyClientRestore {
    @Override
    public String database() {
        return "mariadb";
    }

    @Override
    public String name() {
        return "mariadb-client";
    }
}
