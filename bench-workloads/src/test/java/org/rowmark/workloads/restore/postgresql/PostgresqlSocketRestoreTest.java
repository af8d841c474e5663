package org.rowmark.workloads.restore.postgresql;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.targets.Transport;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreMethod;

/** The programs reach the server over its socket, as the driver does; one method stands for all. */
@Tag("slow")
class PostgresqlSocketRestoreTest extends RestoreContract {
    PostgresqlSocketRestoreTest() {
        super(DatabaseContract.builtIn("postgresql").withTransport(Transport.SOCKET));
    }

    @Override
    protected Stream<RestoreMethod> methods() {
        return super.methods().filter(method -> method.name().equals("pg_restore"));
    }
}
