package org.rowmark.databases.sqlite;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Sql;

/** SQLite's online backup API in the driver, which the driver's statements {@code backup to} and {@code restore from} call. */
final class SqliteBackupApi {
    private SqliteBackupApi() {}

    /** Copies the database to a file. */
    static void backUp(Endpoint endpoint, Path file) throws IOException, SQLException {
        call(endpoint, "backup", file, progress -> {});
    }

    /**
     * Copies a file into the database.
     *
     * @param progress receives the percentage whenever it has changed
     */
    static void restore(Endpoint endpoint, Path file, Consumer<String> progress) throws IOException, SQLException {
        call(endpoint, "restore", file, progress);
    }

    private static void call(Endpoint endpoint, String name, Path file, Consumer<String> progress)
            throws IOException, SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            Object code;
            try {
                code = DriverCalls.call(() -> {
                    ClassLoader loader = Drivers.classLoader(endpoint);
                    Class<?> type = Class.forName("org.sqlite.SQLiteConnection", true, loader);
                    Class<?> observer = Class.forName("org.sqlite.core.DB$ProgressObserver", true, loader);
                    return Class.forName("org.sqlite.core.DB", true, loader)
                            .getMethod(name, String.class, String.class, observer)
                            .invoke(
                                    type.getMethod("getDatabase").invoke(connection),
                                    "main",
                                    file.toAbsolutePath().toString(),
                                    observer(observer, progress));
                });
            } catch (SQLException e) {
                throw new IOException(name + " of " + file + " failed: " + Sql.reason(e), e);
            }
            if (!code.equals(0)) {
                throw new IOException(name + " of " + file + " failed: SQLite's error code " + code);
            }
        }
    }

    /** Returns an observer, which the driver calls with the numbers of remaining and of all pages. */
    private static Object observer(Class<?> type, Consumer<String> progress) {
        int[] reported = {0};
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getName().equals("progress")) {
                long left = (Integer) arguments[0];
                long pages = Math.max(1, (Integer) arguments[1]);
                int percent = (int) ((pages - left) * 100 / pages);
                if (percent > reported[0]) {
                    reported[0] = percent;
                    progress.accept(percent + " %");
                }
            }
            return null;
        });
    }
}
