package org.rowmark.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.rowmark.db.Database;
import org.rowmark.util.Sql;

/** Loaded tables that stay beyond the runs that use them, until they are forgotten. */
public record KeptTables(Connection connection, Database database) {
    /** Makes tables stay; returns those that are not there as they were loaded. */
    public List<String> keep(Collection<String> tables) throws SQLException {
        MarkerTable marker = marker();
        List<String> missing = new ArrayList<>();
        for (String table : tables) {
            Optional<String> contents = marker.held(table).filter(held -> !Tables.NO_DATA.contains(held));
            if (contents.isPresent()) {
                marker.enter(table, contents.get() + MarkerTable.KEPT);
            } else {
                missing.add(table);
            }
        }
        return missing;
    }

    /** Drops tables, kept or not, and all else as {@link Tables#dropAll} does; returns whether one was there. */
    public boolean forget(Collection<String> tables) throws SQLException {
        MarkerTable marker = marker();
        boolean wasThere = false;
        for (String table : marker.exists(MarkerTable.NAME) ? tables : List.<String>of()) {
            if (marker.held(table).isPresent()) {
                Sql.execute(connection, "drop table " + table);
                wasThere = true;
            }
            marker.remove(table);
        }
        new Tables(connection, database).dropAll();
        return wasThere;
    }

    private MarkerTable marker() {
        return new MarkerTable(connection, database.dialect());
    }
}
