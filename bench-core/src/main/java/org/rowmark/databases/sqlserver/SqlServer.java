package org.rowmark.databases.sqlserver;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.rowmark.databases.sqlserver.restore.SqlServerRestorer;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Loader;
import org.rowmark.db.Monitor;
import org.rowmark.db.RowSource;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/**
 * Microsoft SQL Server by URL or in a container, and whatever else speaks T-SQL to its driver. Such servers lack this
 * and that, so nothing is taken for granted: see {@link SqlServerFeatures}.
 *
 * <p>Text parameters are sent as Unicode, as the driver comes: that keeps every character in every column. A URL with
 * {@code sendStringParametersAsUnicode=false} sends them in the collation's code page, which {@code varchar} keys need
 * for an index seek under SQL collations, and which loses what the code page has not.
 */
@AutoService(Database.class)
public final class SqlServer implements Database, Launcher, Monitor, DriverAdapter, Loader {
    /** Kept here: a logger that nobody holds loses its level. */
    private static final Logger DRIVER_LOG = Logger.getLogger("com.microsoft.sqlserver.jdbc");

    private static final Pattern IDENTIFIER = Pattern.compile("\\s*ClientConnectionId:[0-9a-fA-F-]+");

    private static final String TLS_ADVICE = "; the driver wants TLS unless told otherwise: add to the url"
            + " ;encrypt=false to do without, ;trustServerCertificate=true to take any certificate, or ;trustStore="
            + " with the certificate's issuer";

    @Override
    public String id() {
        return "sqlserver";
    }

    @Override
    public String name() {
        return "Microsoft SQL Server";
    }

    @Override
    public List<Target> targets() {
        return List.of();
    }

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(new SqlServerRestorer());
    }

    @Override
    public Dialect dialect() {
        return new SqlServerDialect();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.copyOf(SqlServerFeatures.IN_ORDER);
    }

    @Override
    public Set<Feature> features(Connection connection) {
        return SqlServerFeatures.of(connection, dialect());
    }

    /** Without a server cursor the driver reads the whole result as one stream, whatever the fetch size. */
    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return mode == ConnectionMode.CURSOR_FETCH ? Map.of("selectMethod", "cursor") : Map.of();
    }

    @Override
    public Launcher launcher() {
        return this;
    }

    @Override
    public Monitor monitor() {
        return this;
    }

    @Override
    public DriverAdapter driver() {
        return this;
    }

    @Override
    public Loader loader() {
        return this;
    }

    @Override
    public Optional<String> missing(Target target) {
        return target.server() == ServerKind.CONTAINER ? Containers.missing() : Optional.empty();
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case EXTERNAL -> ServerStarts.external(target);
            case CONTAINER -> SqlServerContainer.start(target, workspace);
            default ->
                throw ServerStarts.unknownKind(
                        target, "container, or external with url: jdbc:sqlserver://host:port;databaseName=…");
        };
    }

    /** The driver logs what it throws, too; whoever wants that sets a level. */
    @Override
    public void prepare(Endpoint endpoint) {
        if (DRIVER_LOG.getLevel() == null) {
            DRIVER_LOG.setLevel(Level.OFF);
        }
    }

    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        Optional<SqlServerBulkCopy> bulkCopy = SqlServerBulkCopy.on(connection);
        if (bulkCopy.isEmpty() || !bulkCopy.get().load(rows)) {
            rows.insertInBatches(connection, dialect());
        }
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new SqlServerSettings());
    }

    @Override
    public List<Counter> counters(Connection connection) {
        return SqlServerCounters.of(connection);
    }

    @Override
    public ServerInfo info(Connection connection) {
        return SqlServerFacts.of(connection);
    }

    /** The driver's texts end with an identifier of its own; those on TLS, in any language, do not say what to do. */
    @Override
    public Optional<String> explain(SQLException failure) {
        String reason = "";
        boolean tls = String.valueOf(failure.getMessage()).contains("(SSL)");
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            tls |= cause instanceof SSLException || cause instanceof GeneralSecurityException;
            reason = cause.getMessage() == null ? reason : cause.getMessage();
        }
        String line = IDENTIFIER
                .matcher(reason)
                .replaceAll("")
                .replaceAll("\\s+", " ")
                .strip();
        if (tls) {
            return Optional.of("no TLS connection: " + line + TLS_ADVICE);
        }
        return line.equals(reason) ? Optional.empty() : Optional.of(line);
    }
}
