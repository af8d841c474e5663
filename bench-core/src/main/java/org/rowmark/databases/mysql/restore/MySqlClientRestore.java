package org.rowmark.databases.mysql.restore;

import com.google.auto.service.AutoService;
import org.rowmark.db.restore.RestoreWay;

/** The program mysql reads a dump. */
@AutoService(RestoreWay.class)
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
