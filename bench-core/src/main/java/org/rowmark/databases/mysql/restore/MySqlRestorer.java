package org.rowmark.databases.mysql.restore;

import com.google.auto.service.AutoService;
import org.rowmark.db.restore.Restorer;

/** MySQL's databases. */
@AutoService(Restorer.class)
public final class MySqlRestorer extends MySqlFamilyRestorer {
    @Override
    public String database() {
        return "mysql";
    }

    @Override
    public String usualWay() {
        return "mysql-client";
    }
}
