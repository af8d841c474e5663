package org.rowmark.databases.postgresql.restore;

import java.util.stream.Stream;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.RestoreContract;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Transport;

/** The programs reach the server over its socket, as the driver does; one way tells of all. */
class PostgresqlSocketRestoreTest extends RestoreContract {
    PostgresqlSocketRestoreTest() {
        super(DatabaseContract.builtIn("postgresql").withTransport(Transport.SOCKET));
    }

    @Override
    protected Stream<RestoreMethod> ways() {
        return super.ways().filter(way -> way.name().equals("pg_restore"));
    }
}
