package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.file.PathUtils;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;

/**
 * An embedded ZooKeeper server on the loopback interface. What it writes, the messages of a run, is in a directory that
 * only its owner can read, and removed at the end. It has no web server, no JMX beans and no four-letter words.
 */
public final class Coordinator implements AutoCloseable {
    /** The unit of its clock; sessions last from 2 to 20 of these. */
    private static final int TICK_MILLIS = 1000;

    private final Path directory;
    private final ServerCnxnFactory connections;

    private Coordinator(Path directory, ServerCnxnFactory connections) {
        this.directory = directory;
        this.connections = connections;
    }

    /** A server whose state is not published as JMX beans. */
    private static final class Server extends ZooKeeperServer {
        Server(Path directory) throws IOException {
            super(directory.toFile(), directory.toFile(), TICK_MILLIS);
        }

        @Override
        protected void registerJMX() {
            // for operators of ZooKeeper
        }

        @Override
        protected void unregisterJMX() {
            // as above
        }
    }

    /**
     * Starts it. It takes any number of connections, and closes one that begins no session within ten seconds.
     *
     * @param listen a loopback address of this machine; port 0 for a free one
     */
    public static Coordinator start(InetSocketAddress listen, Path parent) throws IOException {
        Messages.limit();
        System.setProperty("zookeeper.admin.enableServer", "false");
        System.setProperty("zookeeper.4lw.commands.whitelist", "");
        System.setProperty("zookeeper.forceSync", "no"); // nothing of it outlives the run
        System.setProperty("zookeeper.preAllocSize", "1024"); // KiB of its log
        Path directory = Files.createDirectory(parent.resolve("coordinator"));
        FilePermissions.set(directory, "rwx------");
        try {
            Coordinator coordinator = new Coordinator(directory, ServerCnxnFactory.createFactory(listen, 0));
            coordinator.connections.startup(new Server(directory));
            return coordinator;
        } catch (IOException e) {
            remove(directory);
            throw e;
        } catch (InterruptedException e) {
            remove(directory);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the coordinator of the clients started", e);
        }
    }

    /** Returns where it listens on the loopback interface. */
    public InetSocketAddress address() {
        return connections.getLocalAddress();
    }

    @Override
    public void close() {
        connections.shutdown();
        remove(directory);
    }

    private static void remove(Path directory) {
        try {
            PathUtils.deleteDirectory(directory);
        } catch (IOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + ErrorMessages.of(e));
        }
    }
}
