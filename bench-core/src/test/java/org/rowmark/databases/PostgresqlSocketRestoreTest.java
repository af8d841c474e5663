package org.rowmark.databases;

import java.util.stream.Stream;
import org.rowmark.db.Transport;
import org.rowmark.restore.RestoreWay;

/** The programs reach the server over its socket, as the driver does; one way tells of all. */
class PostgresqlSocketRestoreTest extends RestoreContract {
    PostgresqlSocketRestoreTest() {
        super(DatabaseContract.builtIn("postgresql").over(Transport.SOCKET));
    }

    @Override
    Stream<RestoreWay> ways() {
        return super.ways().filter(way -> way.name().equals("pg_restore"));
    }
}
