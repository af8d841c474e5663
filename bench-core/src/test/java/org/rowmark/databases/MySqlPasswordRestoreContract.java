package org.rowmark.databases;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Secret;
import org.rowmark.db.Workspace;

/** A private server whose root has a password. */
abstract class MySqlPasswordRestoreContract extends PasswordRestoreContract {
    MySqlPasswordRestoreContract(String targetName) {
        super(DatabaseContract.builtIn(targetName));
    }

    @Override
    Endpoint lock(Endpoint open, Workspace workspace) throws SQLException {
        try (Connection connection = Drivers.connect(open, ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            statement.execute("alter user root@'127.0.0.1' identified by '"
                    + PASSWORD.replace("\\", "\\\\").replace("'", "''") + "'");
        }
        return open.as("root", Secret.of(PASSWORD));
    }
}
