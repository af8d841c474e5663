package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.Server;
import org.rowmark.db.SettingsConnection;
import org.rowmark.process.ShutdownActions;
import org.rowmark.settings.ChangedSettings;
import org.rowmark.settings.ChangedSettings.Setting;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Await;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * An external server with settings changed by SQL until it is closed, a later setting is refused, or the JVM ends. What
 * cannot be put back stays recorded, and is put back before the server's settings are changed again.
 */
public final class AppliedSettings implements Server {
    private static final Duration INTERVAL = Duration.ofMillis(20);

    private final Target target;
    private final Endpoint endpoint;
    private final RuntimeSettings bySql;
    private final String url;
    private final ShutdownActions.Undo undo;
    private volatile boolean isChanging;
    private volatile boolean isEnding;

    private AppliedSettings(Target target, Endpoint endpoint, RuntimeSettings bySql) {
        this.target = target;
        this.endpoint = endpoint;
        this.bySql = bySql;
        this.url = Secrets.scrub(target.url().orElseThrow());
        this.undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::putBackAtEnd);
    }

    static Server inForce(Target target, Endpoint endpoint) {
        Database database = Databases.named(target.database());
        RuntimeSettings bySql = database.settings()
                .orElseThrow(() -> target.problem("settings: ("
                        + String.join(", ", target.settings().keySet()) + ") cannot be changed by SQL on "
                        + target.database() + "; set them at the external server or in its url:"));
        AppliedSettings server = new AppliedSettings(target, endpoint, bySql);
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            for (Setting left : server.changed()) {
                server.putBack(connection, left);
            }
            for (Map.Entry<String, String> setting : target.settings().entrySet()) {
                set(target, setting.getKey(), setting.getValue(), () -> server.change(connection, setting));
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

    private List<Setting> changed() {
        return ChangedSettings.changedAt(url);
    }

    public static void set(Target target, String name, String value, FailableRunnable<SQLException> change) {
        try {
            change.run();
        } catch (SQLException | UsageException e) {
            String reason = e instanceof SQLException refusal ? Sql.reason(refusal) : e.getMessage();
            throw target.problem("setting " + name + "=" + value + ": " + reason, e);
        }
    }

    private void change(Connection connection, Map.Entry<String, String> setting) throws SQLException {
        isChanging = true;
        try {
            if (!isEnding) {
                recordAndChange(connection, setting.getKey(), setting.getValue());
            }
        } finally {
            isChanging = false;
        }
        ShutdownActions.holdIfEnding();
    }

    /** Changes a setting, which counts as changed from before that on, unless the server refuses it. */
    private synchronized void recordAndChange(Connection connection, String name, String value) throws SQLException {
        ChangedSettings.changes(url, name, bySql.earlier(connection, name));
        try {
            bySql.set(connection, name, value);
        } catch (SQLException | RuntimeException | LinkageError e) {
            if (!connection.isClosed()) { // else the server may have changed it, or may do so later
                ChangedSettings.areBack(url, name);
            }
            throw e;
        }
    }

    private void putBack(Connection connection, Setting setting) throws SQLException {
        bySql.putBack(connection, setting.name(), setting.earlier());
        ChangedSettings.areBack(url, setting.name());
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
        } else {
            warn(changed(), SettingsConnection.unanswered(null));
        }
    }

    /** Restores the settings, last changed first; the others, too, if one cannot be restored. */
    private synchronized void putBack() {
        if (changed().isEmpty()) {
            return;
        }
        try {
            SettingsConnection.use(
                    endpoint,
                    connection -> changed().forEach(setting -> {
                        try {
                            putBack(connection, setting);
                        } catch (SQLException | RuntimeException | LinkageError e) {
                            warn(List.of(setting), e);
                        }
                    }));
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            warn(changed(), e);
        }
    }

    private void warn(List<Setting> left, Throwable e) {
        if (!left.isEmpty()) {
            String names = left.stream().map(Setting::name).collect(Collectors.joining(", "));
            String reason = e instanceof SQLException sql ? Sql.reason(sql) : ErrorMessages.of(e);
            System.err.println(Secrets.scrub("rowmark: target '" + target.name() + "' (" + url
                    + "): what was changed could not be put back (" + names + "): " + reason
                    + "; put it back when the server answers: " + ChangedSettings.undoing(target.name())));
        }
    }
}
