package org.rowmark.workloads.restore.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;
import org.rowmark.workloads.restore.PasswordRestoreContract;

/** A private server whose root has a password. */
public abstract class MySqlPasswordRestoreContract extends PasswordRestoreContract {
    protected MySqlPasswordRestoreContract(String targetName) {
        super(DatabaseContract.builtIn(targetName));
    }

    @Override
    protected Endpoint lock(Endpoint open, Workspace workspace) throws SQLException {
        try (Connection connection = Drivers.connect(open, ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            statement.execute("alter user root@'127.0.0.1' identified by '"
                    + PASSWORD.replace("\\", "\\\\").replace("'", "''") + "'");
        }
        return open.as("root", Secret.of(PASSWORD));
    }
}
