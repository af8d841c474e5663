package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.rowmark.databases.mysql.MariaDb;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** MariaDB's databases, on the target's server or on a second one that was restored as a whole. */
public final class MariaDbRestorer extends MySqlRestorer {
    public MariaDbRestorer() {
        super(MariaDb.PRODUCT);
    }

    @Override
    public List<RestoreMethod> methods() {
        List<RestoreMethod> methods = new ArrayList<>(List.of(new MariaDbBackupRestore()));
        methods.addAll(super.methods());
        return methods;
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return RestoredServer.started(running, name)
                .map(RestoredServer::endpoint)
                .orElseGet(() -> super.endpoint(running, name));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        return Files.exists(RestoredServer.directory(running, name)) || super.exists(running, name);
    }

    @Override
    public void drop(RunningTarget running, String name) throws IOException, SQLException {
        RestoredServer.remove(running, name);
        super.drop(running, name);
    }

    /** Adds up all files of a server that was restored as a whole. */
    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        return RestoredServer.started(running, name).isPresent()
                ? FileUtils.sizeOfDirectory(RestoredServer.data(running, name).toFile())
                : super.size(running, name);
    }
}
