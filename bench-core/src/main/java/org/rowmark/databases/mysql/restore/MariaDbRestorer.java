package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.FileUtils;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** MariaDB's databases, on the target's server or on a second one that was restored as a whole. */
public final class MariaDbRestorer extends MySqlFamilyRestorer {
    @Override
    public List<RestoreMethod> methods() {
        return List.of(new MariaDbBackupRestore(), new MariaDbClientRestore(), new MariaDbTabRestore());
    }

    @Override
    public String usualWay() {
        return "mariadb-client";
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        return RestoredServer.running(site, name)
                .map(RestoredServer::endpoint)
                .orElseGet(() -> super.endpoint(site, name));
    }

    @Override
    public boolean exists(RunningTarget site, String name) throws SQLException {
        return Files.exists(RestoredServer.directory(site, name)) || super.exists(site, name);
    }

    @Override
    public void drop(RunningTarget site, String name) throws IOException, SQLException {
        RestoredServer.remove(site, name);
        super.drop(site, name);
    }

    /** Of a server that was restored as a whole, all its files. */
    @Override
    public long size(RunningTarget site, String name) throws SQLException {
        Optional<RestoredServer> copy = RestoredServer.running(site, name);
        return copy.isPresent()
                ? FileUtils.sizeOfDirectory(RestoredServer.data(site, name).toFile())
                : super.size(site, name);
    }
}
