package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.api.Trigger;

/** A trigger of H2 that executes the statement in the table {@code thief}, behind the back of a workload. */
public final class Thief implements Trigger {
    /** Lets a statement be executed after each row of an event, such as {@code insert on t}. */
    static void set(H2Runs runs, String event, String change) throws SQLException {
        runs.execute("create table thief as select '" + change.replace("'", "''") + "' as change");
        runs.execute("create trigger thief after " + event + " for each row call '" + Thief.class.getName() + "'");
    }

    @Override
    public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
        connection.createStatement().executeUpdate(change(connection));
    }

    private static String change(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("select change from thief")) {
            row.next();
            return row.getString(1);
        }
    }
}
