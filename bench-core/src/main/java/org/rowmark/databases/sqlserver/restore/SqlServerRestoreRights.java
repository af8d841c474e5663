package org.rowmark.databases.sqlserver.restore;

import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.query.TolerantQueries;

/** Whether an endpoint that speaks T-SQL restores databases for this user. */
public final class SqlServerRestoreRights {
    static final String EDITION = "select cast(serverproperty('EngineEdition') as varchar(10))";
    public static final String BABELFISH = "select cast(serverproperty('BabelfishVersion') as varchar(60))";
    static final String MAY_CREATE = "select has_perms_by_name(null, null, 'CREATE ANY DATABASE')";
    static final String MAY_CREATE_IN_MASTER = "select has_perms_by_name('master', 'DATABASE', 'CREATE DATABASE')";

    /** Azure SQL Database, Synapse, Synapse serverless, Fabric: their service restores, not the user. */
    private static final Set<String> BY_SERVICE = Set.of("5", "6", "11", "12");

    private static final String MANAGED_INSTANCE = "8";

    private SqlServerRestoreRights() {}

    /** The end of "needs …"; empty if nothing is known to be missing. */
    static Optional<String> missing(TolerantQueries probe) {
        Optional<String> edition = probe.value(EDITION);
        if (edition.isEmpty() || probe.value(BABELFISH).isPresent()) {
            return Optional.of("SQL Server itself, and this is something else that speaks its protocol");
        }
        if (BY_SERVICE.contains(edition.get())) {
            return Optional.of("a server that takes RESTORE; with this service in Azure (EngineEdition " + edition.get()
                    + ") only the service itself restores");
        }
        if (edition.get().equals(MANAGED_INSTANCE)) {
            return Optional.of("a server with files of its own; a managed instance restores from URLs only");
        }
        boolean may = probe.value(MAY_CREATE).filter("1"::equals).isPresent()
                || probe.value(MAY_CREATE_IN_MASTER).filter("1"::equals).isPresent();
        return may
                ? Optional.empty()
                : Optional.of("the permission CREATE ANY DATABASE, which members of the server role dbcreator have");
    }
}
