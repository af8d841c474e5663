package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.Strings;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DataFiles;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;

/** A database in the measuring JVM: one class with all in which its SQL, start, facts and driver differ from others. */
public abstract class EmbeddedDatabase extends Database implements Dialect, Launcher, Monitor, DriverAdapter {
    private final List<String> remote;

    /** @param remote beginnings of the URLs of its servers elsewhere; empty where there are none */
    protected EmbeddedDatabase(String id, String name, int port, List<String> remote, Feature... features) {
        super(id, name, port, ArrayUtils.addAll(features, Feature.MULTI_ROW_INSERT, Feature.IDENTITY, Feature.UPSERT));
        this.remote = remote;
    }

    protected abstract Endpoint endpoint(Target target, Workspace workspace) throws IOException;

    /** Returns the names of its files in the directory of a target without a URL; empty if it has no such targets. */
    protected List<String> files() {
        return List.of();
    }

    /** Returns the files; all settings count. */
    @Override
    public Optional<DataFiles> dataFiles(Target target) {
        return target.url().isPresent() || files().isEmpty()
                ? Optional.empty()
                : Optional.of(DataFiles.of(target, files(), setting -> true));
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn(id(), id(), ServerKind.EMBEDDED));
    }

    @Override
    public boolean opens(String url) {
        return Strings.CI.startsWith(url, "jdbc:" + id() + ":")
                && remote.stream().noneMatch(other -> Strings.CI.startsWith(url, other));
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        if (target.server() == ServerKind.EMBEDDED) {
            return ServerStarts.embedded(target, endpoint(target, workspace));
        }
        if (target.server() == ServerKind.EXTERNAL && !remote.isEmpty()) {
            return ServerStarts.external(target);
        }
        throw ServerStarts.unknownKind(target, remote.isEmpty() ? "embedded" : "embedded or external");
    }

    /** Shuts a database in memory down, whoever else is connected: the next target would get its settings. */
    @Override
    public void release(Endpoint endpoint) throws SQLException {
        if (isInMemory(endpoint.url())) {
            try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
                Sql.execute(connection, "shutdown");
            }
        }
    }

    /** Returns whether a URL is of a database in memory, of a product that has such URLs. */
    protected final boolean isInMemory(String url) {
        return url.startsWith("jdbc:" + id() + ":mem");
    }

    protected static String url(Connection connection) throws SQLException {
        return connection.getMetaData().getURL();
    }

    @Override
    public final Dialect dialect() {
        return this;
    }

    @Override
    public final Launcher launcher() {
        return this;
    }

    @Override
    public final Monitor monitor() {
        return this;
    }

    @Override
    public final DriverAdapter driver() {
        return this;
    }
}
