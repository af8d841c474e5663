package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.databases.firebird.FirebirdFailure;
import org.rowmark.databases.firebird.FirebirdSettings;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.restore.OwnDatabaseName;
import org.rowmark.db.restore.IndexState;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** Firebird's databases, a file each, beside the target's own. */
public final class FirebirdRestorer implements Restorer {
    private static final String INDEXES = "select trim(rdb$relation_name), trim(rdb$index_name),"
            + " iif(rdb$index_inactive = 1, 0, 1) from rdb$indices where coalesce(rdb$system_flag, 0) = 0";

    @Override
    public List<RestoreMethod> methods() {
        return List.of(
                new ApiServiceRestore(),
                new ApiStreamingRestore(),
                new GbakLocalRestore(),
                new GbakServiceRestore(),
                new GbakTcpRestore());
    }

    @Override
    public String usualWay() {
        return "gbak-service";
    }

    @Override
    public String usualWay(Target target) {
        return target.server() == ServerKind.EMBEDDED ? "gbak-local" : usualWay();
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        Endpoint own = site.endpoint();
        return own.at(FirebirdAddress.of(own).url(FirebirdFiles.path(site, name)));
    }

    @Override
    public boolean exists(RunningTarget site, String name) throws SQLException {
        return FirebirdFiles.isOurs(site) ? Files.exists(file(site, name)) : FirebirdRemoteDatabases.exists(site, name);
    }

    @Override
    public void create(RunningTarget site, String name) throws IOException, SQLException {
        String pageSize = FirebirdSettings.pageSize(site.target().settings());
        if (FirebirdFiles.isInProcess(site)) {
            FirebirdFiles.root(site).create(file(site, name), pageSize);
        } else {
            FirebirdRemoteDatabases.create(site, name, pageSize);
        }
    }

    @Override
    public void drop(RunningTarget site, String name) throws IOException, SQLException {
        OwnDatabaseName.requireOurs(site, name);
        if (FirebirdFiles.isOurs(site)) {
            Files.deleteIfExists(file(site, name));
        } else {
            FirebirdRemoteDatabases.drop(site, name);
        }
    }

    @Override
    public long size(RunningTarget site, String name) throws IOException, SQLException {
        return FirebirdFiles.isOurs(site) ? Files.size(file(site, name)) : FirebirdRemoteDatabases.size(site, name);
    }

    private static Path file(RunningTarget site, String name) {
        return Path.of(FirebirdFiles.path(site, name));
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.of(
                Integer.parseInt(ServerInfoQueries.value(connection, "select mon$page_size from mon$database")));
    }

    @Override
    public Optional<String> explain(String failure) {
        return FirebirdFailure.explain(failure);
    }
}
