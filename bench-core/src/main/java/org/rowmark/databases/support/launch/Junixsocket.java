package org.rowmark.databases.support.launch;

import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** Unix domain sockets for drivers that support TCP only; a jar contains the native library for most platforms. */
public final class Junixsocket {
    private Junixsocket() {}

    /**
     * Finds errors that would look like a server that does not answer. A driver from jars loads classes of these jars
     * only.
     *
     * @param artifact with the factory
     * @param factory the class that makes the driver's sockets
     * @throws UsageException if the driver has no junixsocket, or that has no library for this platform
     */
    public static void require(Target target, Endpoint endpoint, String artifact, String factory) {
        try {
            ClassLoader loader = Drivers.driverOf(endpoint).getClass().getClassLoader();
            Class.forName(factory, false, loader);
            loader.loadClass("org.newsclub.net.unix.AFUNIXSocket")
                    .getMethod("ensureSupported")
                    .invoke(null);
        } catch (ClassNotFoundException e) {
            throw problem(
                    target,
                    "needs junixsocket beside the driver; add " + artifact
                            + " and junixsocket-native-common (com.kohlschutter.junixsocket) to driver:",
                    e);
        } catch (InvocationTargetException e) {
            throw problem(target, "is not possible here: " + e.getCause().getMessage(), e);
        } catch (ReflectiveOperationException e) {
            throw problem(target, "is not possible with this junixsocket: " + e, e);
        } catch (SQLException e) {
            throw target.problem(Sql.reason(e), e);
        }
    }

    private static UsageException problem(Target target, String what, Exception cause) {
        return target.problem("placement: socket " + what, cause);
    }
}
