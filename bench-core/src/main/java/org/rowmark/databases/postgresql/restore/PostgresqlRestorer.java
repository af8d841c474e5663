package org.rowmark.databases.postgresql.restore;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rowmark.databases.postgresql.Postgresql;
import org.rowmark.databases.postgresql.PostgresqlAddress;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.restore.OwnDatabaseName;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.IndexState;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** PostgreSQL's databases, beside the target's own on the same server. */
public final class PostgresqlRestorer implements Restorer {
    /** Where a database is dropped whoever is connected. */
    private static final int DROPS_BY_FORCE = 130_000;

    private static final String INDEXES = "select t.relname, i.relname, x.indisvalid and x.indisready"
            + " from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid"
            + " join pg_namespace n on n.oid = t.relnamespace"
            + " where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'";

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new PgRestoreRestore(), new PsqlRestore());
    }

    @Override
    public String usualWay() {
        return "pg_restore";
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        return site.endpoint().at(PostgresqlAddress.url(site.endpoint().url(), name));
    }

    @Override
    public boolean exists(RunningTarget site, String name) throws SQLException {
        String count = "select count(*) from pg_database where datname = '" + name + "'";
        return Drivers.ask(
                site.endpoint(),
                connection -> !ServerInfoQueries.value(connection, count).equals("0"));
    }

    /** Empty as template0 is, which unlike template1 nobody has put anything into. */
    @Override
    public void create(RunningTarget site, String name) throws SQLException {
        Drivers.ask(
                site.endpoint(), connection -> execute(connection, "create database " + name + " template template0"));
    }

    @Override
    public void drop(RunningTarget site, String name) throws SQLException {
        OwnDatabaseName.requireOurs(site, name);
        Drivers.ask(site.endpoint(), connection -> {
            boolean byForce = Postgresql.version(connection) >= DROPS_BY_FORCE;
            if (!byForce) {
                execute(
                        connection,
                        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'");
            }
            return execute(connection, "drop database if exists " + name + (byForce ? " with (force)" : ""));
        });
    }

    /** All files of the database; the server's log of changes is not among them. */
    @Override
    public long size(RunningTarget site, String name) throws SQLException {
        String size = "select pg_database_size('" + name + "')";
        return Drivers.ask(site.endpoint(), connection -> Long.parseLong(ServerInfoQueries.value(connection, size)));
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.of(Integer.parseInt(ServerInfoQueries.value(connection, "show block_size")));
    }

    @Override
    public Optional<String> explain(String failure) {
        return PostgresqlFailure.explain(failure);
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }
}
