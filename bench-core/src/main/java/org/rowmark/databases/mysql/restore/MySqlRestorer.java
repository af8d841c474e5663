package org.rowmark.databases.mysql.restore;

import java.util.List;
import org.rowmark.db.restore.RestoreMethod;

/** MySQL's databases. */
public final class MySqlRestorer extends MySqlFamilyRestorer {
    @Override
    public List<RestoreMethod> methods() {
        return List.of(new MySqlClientRestore(), new MySqlTabRestore());
    }

    @Override
    public String usualWay() {
        return "mysql-client";
    }
}
