package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.firebirdsql.gds.ISCConstants;
import org.firebirdsql.jdbc.FirebirdConnection;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.databases.firebird.FirebirdDriver;
import org.rowmark.databases.firebird.FirebirdSettings;
import org.rowmark.databases.support.restore.DatabaseFiles;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.IndexState;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;

/**
 * Whole databases of Firebird, a file each, beside the target's own. Files that only a server reaches are handled by the
 * bundled driver whatever driver is measured: others lack some of the calls.
 */
public final class FirebirdRestorer implements Restorer {
    /** The methods, with backups and options in common. */
    interface Method extends RestoreMethod {
        @Override
        default String format() {
            return "fbk";
        }

        @Override
        default Set<RestoreOption> choices() {
            return EnumSet.of(RestoreOption.INACTIVE_INDEXES, RestoreOption.PAGE_SIZE, RestoreOption.BUFFERS);
        }
    }

    private static final Pattern NO_FILE = Pattern.compile("No such file|cannot find the (file|path)");

    private static final String INDEXES = "select trim(rdb$relation_name), trim(rdb$index_name),"
            + " iif(rdb$index_inactive = 1, 0, 1) from rdb$indices where coalesce(rdb$system_flag, 0) = 0";

    @Override
    public List<RestoreMethod> methods() {
        return List.of(
                ApiRestore.SERVICE, ApiRestore.STREAMING, GbakRestore.LOCAL, GbakRestore.SERVICE, GbakRestore.TCP);
    }

    @Override
    public String usualMethod() {
        return GbakRestore.SERVICE.name();
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        Endpoint own = running.endpoint();
        return own.at(FirebirdAddress.of(own).url(FirebirdFiles.path(running, name)));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        if (FirebirdFiles.isOurs(running)) {
            return Files.exists(file(running, name));
        }
        Optional<Connection> connection = open(running, name);
        if (connection.isPresent()) {
            connection.get().close();
        }
        return connection.isPresent();
    }

    @Override
    public void create(RunningTarget running, String name) throws IOException, SQLException {
        String pageSize = FirebirdSettings.pageSize(running.target().settings());
        Endpoint endpoint = bundled(running, name);
        Map<String, String> properties = new HashMap<>(endpoint.properties());
        properties.put("createDatabaseIfNotExist", "true");
        properties.put("page_size@create", pageSize);
        properties.put("force_write@create", "0");
        properties.put("set_db_charset@create", "UTF8");
        Drivers.connect(endpoint.with(properties), ConnectionMode.PLAIN).close();
    }

    @Override
    public void drop(RunningTarget running, String name) throws IOException, SQLException {
        Restorer.requireOurs(running, name);
        if (FirebirdFiles.isOurs(running)) {
            Files.deleteIfExists(file(running, name));
            return;
        }
        Optional<Connection> connection = open(running, name);
        if (connection.isPresent()) {
            connection.get().unwrap(FirebirdConnection.class).getFbDatabase().dropDatabase();
        }
    }

    /** Writes the file, which no connection holds any more; that of a server elsewhere is out of reach. */
    @Override
    public void sync(RunningTarget running, String name) throws IOException {
        if (FirebirdFiles.isOurs(running)) {
            new DatabaseFiles(List.of(file(running, name))).sync();
        }
    }

    @Override
    public long size(RunningTarget running, String name) throws IOException, SQLException {
        if (FirebirdFiles.isOurs(running)) {
            return Files.size(file(running, name));
        }
        String query = "select mon$pages * mon$page_size from mon$database";
        return Drivers.query(bundled(running, name), connection -> Sql.number(connection, query));
    }

    private static Path file(RunningTarget running, String name) {
        return Path.of(FirebirdFiles.path(running, name));
    }

    /** Connects to a server's database; empty if there is no such file. */
    private static Optional<Connection> open(RunningTarget running, String name) throws SQLException {
        try {
            return Optional.of(Drivers.connect(bundled(running, name), ConnectionMode.PLAIN));
        } catch (SQLException e) {
            if (e.getErrorCode() == ISCConstants.isc_io_error
                    && NO_FILE.matcher(e.getMessage()).find()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns the endpoint of a server's database for the bundled driver. */
    private static Endpoint bundled(RunningTarget running, String name) {
        Endpoint own = running.endpoint();
        String url = FirebirdAddress.of(own).withScheme("jdbc:firebirdsql:").url(FirebirdFiles.path(running, name));
        return new Endpoint(own.database(), url, own.user(), own.password(), List.of(), own.properties());
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public Optional<String> explain(String failure) {
        return FirebirdDriver.FAILURES.explain(failure);
    }
}
