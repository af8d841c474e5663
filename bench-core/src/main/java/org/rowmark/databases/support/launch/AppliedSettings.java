package org.rowmark.databases.support.launch;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.Server;
import org.rowmark.process.Guardian;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Secrets;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * An external server whose settings were changed by SQL. They are restored when it is closed, when a later setting is
 * refused, and when the JVM ends before.
 */
public final class AppliedSettings implements Server {
    private record Changed(String name, RuntimeSettings.PutBack putBack) {}

    private final Target target;
    private final Endpoint endpoint;
    private final Deque<Changed> changed = new ArrayDeque<>();
    private final ShutdownActions.Undo undo;

    private AppliedSettings(Target target, Endpoint endpoint) {
        this.target = target;
        this.endpoint = endpoint;
        this.undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::putBack);
    }

    /**
     * Applies the target's settings.
     *
     * @throws UsageException if the database cannot change settings by SQL, or the server refuses one
     */
    public static Server inForce(Target target, Endpoint endpoint) {
        Database database = Databases.named(target.database());
        RuntimeSettings bySql = database.settings()
                .orElseThrow(() -> target.problem("settings: ("
                        + String.join(", ", target.settings().keySet()) + ") cannot be changed by SQL on "
                        + target.database() + "; set them at the external server or in its url:"));
        AppliedSettings server = new AppliedSettings(target, endpoint);
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            for (Map.Entry<String, String> setting : target.settings().entrySet()) {
                server.set(connection, bySql, setting.getKey(), setting.getValue());
            }
            return server;
        } catch (SQLException e) {
            server.close();
            throw target.problem(database.driver().explain(e).orElseGet(() -> Sql.reason(e)), e);
        } catch (RuntimeException | LinkageError e) {
            server.close();
            throw e;
        }
    }

    private synchronized void set(Connection connection, RuntimeSettings bySql, String name, String value)
            throws SQLException {
        try {
            Optional<String> earlier = bySql.earlier(connection, name);
            url().ifPresent(url -> Guardian.changes(url, name, earlier));
            boolean isChanged = false;
            try {
                changed.push(new Changed(name, bySql.set(connection, name, value)));
                isChanged = true;
            } finally {
                if (!isChanged) {
                    url().ifPresent(url -> Guardian.hasPutBack(url, name));
                }
            }
        } catch (SQLException e) {
            throw target.problem("setting " + name + "=" + value + ": " + Sql.reason(e), e);
        } catch (UsageException e) {
            throw target.problem("setting " + name + "=" + value + ": " + e.getMessage(), e);
        }
    }

    /** Returns the server's URL without secrets; empty for one that Rowmark started, which goes with its settings. */
    private Optional<String> url() {
        return target.url().map(Secrets::scrub);
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public void close() {
        putBack();
        ShutdownActions.done(undo);
    }

    /** Restores the settings, last changed first; the others, too, if one cannot be restored. */
    private synchronized void putBack() {
        if (changed.isEmpty()) {
            return;
        }
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            while (!changed.isEmpty()) {
                putBack(connection, changed.pop());
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            changed.forEach(each -> warn(each, e));
        }
    }

    private void putBack(Connection connection, Changed each) {
        try {
            each.putBack().run(connection);
            url().ifPresent(url -> Guardian.hasPutBack(url, each.name()));
        } catch (SQLException | RuntimeException | LinkageError e) {
            warn(each, e);
        }
    }

    private void warn(Changed each, Throwable e) {
        System.err.println("rowmark: target '" + target.name() + "': setting " + each.name()
                + " could not be put back to what it was: "
                + Secrets.scrub(e instanceof SQLException sql ? Sql.reason(sql) : e.toString()));
    }
}
