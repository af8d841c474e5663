package org.rowmark.databases;

import com.google.auto.service.AutoService;
import org.rowmark.restore.RestoreWay;

/** MySQL loads a directory of tab-separated files. */
@AutoService(RestoreWay.class)
public final class MySqlTabRestore extends MySqlFamilyTabRestore {
    @Override
    public String database() {
        return "mysql";
    }
}
