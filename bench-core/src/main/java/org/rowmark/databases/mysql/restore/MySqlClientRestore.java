package org.rowmark.databases.mysql.restore;

import com.google.auto.service.AutoService;
import org.rowmark.db.restore.RestoreMethod;

/** The program mysql reads a dump. */
@AutoService(RestoreMethod.class)
public final class MySqlClientRestore extends MySqlFamilyClientRestore {
    @Override
    public String database() {
        return "mysql";
    }

    @Override
    public String name() {
        return "mysql-client";
    }
}
