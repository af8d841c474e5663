package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.Server;
import org.rowmark.db.SettingsConnection;
import org.rowmark.process.ShutdownActions;
import org.rowmark.settings.ChangedSettings;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Await;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** An external server with settings changed by SQL until it is closed, a later setting is refused, or the JVM ends. */
public final class AppliedSettings implements Server {
    /** The settings that could not be put back, by URL. */
    private static final Map<String, List<Changed>> LEFT = new ConcurrentHashMap<>();

    private static final Duration INTERVAL = Duration.ofMillis(20);

    private record Changed(String name, Optional<String> earlier) {}

    private final Target target;
    private final Endpoint endpoint;
    private final RuntimeSettings bySql;
    private final Deque<Changed> changed = new ConcurrentLinkedDeque<>();
    private final ShutdownActions.Undo undo;
    private volatile boolean isChanging;
    private volatile boolean isEnding;

    private AppliedSettings(Target target, Endpoint endpoint, RuntimeSettings bySql) {
        this.target = target;
        this.endpoint = endpoint;
        this.bySql = bySql;
        this.undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::putBackAtEnd);
    }

    /** @throws UsageException if the database cannot change settings by SQL, or the server refuses one */
    public static Server inForce(Target target, Endpoint endpoint) {
        Database database = Databases.named(target.database());
        RuntimeSettings bySql = database.settings()
                .orElseThrow(() -> target.problem("settings: ("
                        + String.join(", ", target.settings().keySet()) + ") cannot be changed by SQL on "
                        + target.database() + "; set them at the external server or in its url:"));
        AppliedSettings server = new AppliedSettings(target, endpoint, bySql);
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            server.putBackLeft(connection);
            for (Map.Entry<String, String> setting : target.settings().entrySet()) {
                server.set(connection, setting.getKey(), setting.getValue());
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

    private void set(Connection connection, String name, String value) throws SQLException {
        isChanging = true;
        try {
            if (!isEnding) {
                change(connection, name, value);
            }
        } catch (SQLException e) {
            throw target.problem("setting " + name + "=" + value + ": " + Sql.reason(e), e);
        } catch (UsageException e) {
            throw target.problem("setting " + name + "=" + value + ": " + e.getMessage(), e);
        } finally {
            isChanging = false;
        }
        ShutdownActions.holdIfEnding();
    }

    /** Changes a setting, which counts as changed from before that on, unless the server refuses it. */
    private synchronized void change(Connection connection, String name, String value) throws SQLException {
        Changed setting = new Changed(name, bySql.earlier(connection, name));
        url().ifPresent(url -> ChangedSettings.changes(url, name, setting.earlier()));
        changed.push(setting);
        try {
            bySql.set(connection, name, value);
        } catch (SQLException | RuntimeException | LinkageError e) {
            if (!connection.isClosed()) { // else the server may have changed it, or may do so later
                isBack(setting);
            }
            throw e;
        }
    }

    private void isBack(Changed setting) {
        changed.remove(setting);
        url().ifPresent(url -> ChangedSettings.areBack(url, setting.name()));
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

    /** Restores the settings at the end of the process, unless the server does not even answer a change. */
    private void putBackAtEnd() {
        isEnding = true;
        if (Await.until(() -> !isChanging, SettingsConnection.ANSWERING, INTERVAL)) {
            putBack();
        } else if (!changed.isEmpty()) {
            warn(changed, SettingsConnection.unanswered(null));
        }
    }

    /** Restores the settings, last changed first; the others, too, if one cannot be restored. */
    private synchronized void putBack() {
        if (changed.isEmpty()) {
            return;
        }
        try {
            SettingsConnection.use(endpoint, connection -> changed.forEach(each -> putBack(connection, each)));
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            warn(changed, e);
        }
        url().filter(url -> !changed.isEmpty()).ifPresent(url -> LEFT.put(url, List.copyOf(changed)));
        changed.clear();
    }

    private void putBack(Connection connection, Changed each) {
        try {
            bySql.putBack(connection, each.name(), each.earlier());
            isBack(each);
        } catch (SQLException | RuntimeException | LinkageError e) {
            warn(List.of(each), e);
        }
    }

    /** Restores the settings that an earlier one could not restore at its end. */
    private void putBackLeft(Connection connection) throws SQLException {
        String url = url().orElse("");
        for (Changed each : LEFT.getOrDefault(url, List.of())) {
            bySql.putBack(connection, each.name(), each.earlier());
            ChangedSettings.areBack(url, each.name());
        }
        LEFT.remove(url);
    }

    private void warn(Collection<Changed> left, Throwable e) {
        String names = left.stream().map(Changed::name).collect(Collectors.joining(", "));
        String reason = e instanceof SQLException sql ? Sql.reason(sql) : ErrorMessages.of(e);
        System.err.println(Secrets.scrub("rowmark: target '" + target.name() + "'"
                + url().map(url -> " (" + url + ")").orElse("") + ": what was changed could not be put back (" + names
                + "): " + reason
                + url().map(url -> ChangedSettings.undoing(target.name()))
                        .map(command -> "; put it back when the server answers: " + command)
                        .orElse("")));
    }
}
