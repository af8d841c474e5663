package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.rowmark.db.Drivers;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;

/** The ports, sockets and directories of servers that Rowmark starts. */
public final class PortsAndPaths {
    /** sun_path of Linux holds 108 bytes with the final zero, that of macOS and the BSDs 104. */
    private static final int MAX_SOCKET_PATH = 103;

    private static final long MEGABYTE = 1024L * 1024;

    private PortsAndPaths() {}

    /** Returns the port of the setting, which must be free, or a free one. */
    public static int port(Target target, String setting) throws IOException {
        String wanted = target.settings().get(setting);
        if (wanted == null) {
            return ServerProcess.freePort();
        }
        try (ServerSocket socket = new ServerSocket(Integer.parseInt(wanted), 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (BindException e) {
            throw target.problem(
                    "port " + wanted + " (setting " + setting + ") is taken; leave the setting out to get a free one",
                    e);
        } catch (IllegalArgumentException e) {
            throw target.problem("setting " + setting + "=" + wanted + " is no port; use 1 to 65535", e);
        }
    }

    public static void refuse(Target target, List<String> chosenByRowmark) {
        for (String name : target.settings().keySet()) {
            if (chosenByRowmark.stream().anyMatch(own -> SettingName.isSame(own, name))) {
                throw target.problem("setting " + name
                        + " is chosen by Rowmark, which gives every server files of its own (see --data-dir)");
            }
        }
    }

    public static void requireSpace(Target target, Workspace workspace, long megabytes) throws IOException {
        long free = Files.getFileStore(workspace.data()).getUsableSpace() / MEGABYTE;
        if (free < megabytes) {
            throw target.problem(workspace.data() + " has " + free + " MB left, and an empty server takes " + megabytes
                    + " MB; name another directory with --data-dir");
        }
    }

    public static void requireTcp(Target target) {
        if (target.transport() != Transport.TCP) {
            throw target.problem("placement: " + target.transport().id() + " is not for " + target.database()
                    + ", whose server listens on TCP only");
        }
    }

    public static Path socket(Target target, Workspace workspace, String name) {
        Path socket = workspace.data().resolve(name).toAbsolutePath();
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH) {
            throw target.problem("placement: socket needs a path of at most " + MAX_SOCKET_PATH + " bytes, " + socket
                    + " has " + length + "; name a shorter --data-dir");
        }
        return socket;
    }

    /** Finds errors of a driver, in whose jars junixsocket must be, that would look like a server without an answer. */
    public static void requireJunixsocket(Target target, Endpoint endpoint, String artifact, String factory) {
        try {
            ClassLoader loader = Drivers.driverOf(endpoint).getClass().getClassLoader();
            Class.forName(factory, false, loader);
            loader.loadClass("org.newsclub.net.unix.AFUNIXSocket")
                    .getMethod("ensureSupported")
                    .invoke(null);
        } catch (ClassNotFoundException e) {
            throw target.problem(
                    "placement: socket needs junixsocket beside the driver; add " + artifact
                            + " and junixsocket-native-common (com.kohlschutter.junixsocket) to driver:",
                    e);
        } catch (ReflectiveOperationException | SQLException e) {
            throw target.problem("placement: socket is not possible here: " + ErrorMessages.of(e), e);
        }
    }
}
