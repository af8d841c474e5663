package org.rowmark.databases.sqlite;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;

/**
 * SQLite's online backup API as the driver has it, which its statements {@code backup to} and {@code restore from} call.
 * By reflection on the connection's own classes, for the driver may come from the target's own jar.
 */
final class SqliteBackupApi {
    private static final String DATABASE = "main";

    private SqliteBackupApi() {}

    /** Copies the database to a file. */
    static void backUp(Endpoint endpoint, Path file) throws IOException, SQLException {
        call(endpoint, "backup", file, progress -> {});
    }

    /**
     * Copies a file into the database.
     *
     * @param progress is told the percentage whenever that is another one
     */
    static void restore(Endpoint endpoint, Path file, Consumer<String> progress) throws IOException, SQLException {
        call(endpoint, "restore", file, progress);
    }

    private static void call(Endpoint endpoint, String name, Path file, Consumer<String> progress)
            throws IOException, SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            ClassLoader loader = Drivers.classLoader(endpoint);
            Class<?> type = Class.forName("org.sqlite.SQLiteConnection", true, loader);
            Object database = type.getMethod("getDatabase").invoke(connection.unwrap(type));
            Class<?> observer = Class.forName("org.sqlite.core.DB$ProgressObserver", true, loader);
            Method method = Class.forName("org.sqlite.core.DB", true, loader)
                    .getMethod(name, String.class, String.class, observer);
            Object code =
                    method.invoke(database, DATABASE, file.toAbsolutePath().toString(), observer(observer, progress));
            if (!code.equals(0)) {
                throw new IOException(name + " of " + file + " failed: SQLite's error code " + code);
            }
        } catch (InvocationTargetException e) {
            String reason = e.getCause() instanceof SQLException refused
                    ? ServerStarts.firstLine(refused)
                    : String.valueOf(e.getCause());
            throw new IOException(name + " of " + file + " failed: " + reason, e);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this driver has another backup API: " + e.getMessage(), e);
        }
    }

    /** Called with the pages that are left and the pages there are. */
    private static Object observer(Class<?> type, Consumer<String> progress) {
        int[] told = {0};
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getName().equals("progress")) {
                long left = (Integer) arguments[0];
                long pages = Math.max(1, (Integer) arguments[1]);
                int percent = (int) ((pages - left) * 100 / pages);
                if (percent > told[0]) {
                    told[0] = percent;
                    progress.accept(percent + " %");
                }
            }
            return null;
        });
    }
}
