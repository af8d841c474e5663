package org.rowmark.databases;

import com.google.auto.service.AutoService;
import org.rowmark.restore.Restorer;

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
