package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.commons.io.file.PathUtils;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;

/**
 * An embedded ZooKeeper server on the loopback interface; where clients on other machines join, behind TLS with a
 * certificate of its own. What it writes, the messages of a run, is in a directory that only its owner can read, and
 * removed at the end. It has no web server, no JMX beans and no four-letter words.
 */
public final class Coordinator implements AutoCloseable {
    /** The unit of its clock; sessions last from 2 to 20 of these. */
    private static final int TICK_MILLIS = 1000;

    /** Connections of an address beside two of each client, one of which may have been cut off. */
    private static final int SPARE_CONNECTIONS = 50;

    private static final int BACKLOG = 200;

    private final Path directory;
    private final ServerCnxnFactory connections;
    private final Optional<Outside> outside;

    private Coordinator(Path directory, ServerCnxnFactory connections, Optional<Outside> outside) {
        this.directory = directory;
        this.connections = connections;
        this.outside = outside;
    }

    /** What is reached from other machines. */
    private record Outside(Tunnel tunnel, String sha256) {}

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
     * Starts it.
     *
     * @param listen an address of this machine; port 0 for a free one
     * @param parent takes the directory of its files
     * @param clients how many join, all of which may have the same address
     */
    public static Coordinator start(InetSocketAddress listen, Path parent, int clients) throws IOException {
        System.setProperty("zookeeper.admin.enableServer", "false");
        System.setProperty("zookeeper.4lw.commands.whitelist", "");
        System.setProperty("zookeeper.forceSync", "no"); // nothing of it outlives the run
        System.setProperty("zookeeper.preAllocSize", "1024"); // KiB of its log
        Path directory = Files.createDirectory(parent.resolve("coordinator"));
        FilePermissions.set(directory, "rwx------");
        boolean isInside = listen.getAddress().isLoopbackAddress();
        ServerCnxnFactory connections = ServerCnxnFactory.createFactory(
                isInside ? listen : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                2 * clients + SPARE_CONNECTIONS);
        Coordinator inside = new Coordinator(directory, connections, Optional.empty());
        try {
            connections.startup(new Server(directory));
            return isInside ? inside : new Coordinator(directory, connections, Optional.of(inside.outside(listen)));
        } catch (IOException | RuntimeException e) {
            inside.close();
            throw e;
        } catch (InterruptedException e) {
            inside.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the coordinator of the clients started", e);
        }
    }

    private Outside outside(InetSocketAddress listen) throws IOException {
        RunCertificate certificate = RunCertificate.make(directory);
        ServerSocket server = certificate
                .context()
                .getServerSocketFactory()
                .createServerSocket(listen.getPort(), BACKLOG, listen.getAddress());
        InetSocketAddress inside = address();
        Tunnel tunnel = new Tunnel(server, () -> new Socket(inside.getAddress(), inside.getPort()));
        return new Outside(tunnel, certificate.sha256());
    }

    /** Returns where clients join. */
    public InetSocketAddress joined() {
        return outside.map(Outside::tunnel).map(Tunnel::address).orElseGet(this::address);
    }

    /** Returns the text of a token file: the token, and the SHA-256 of the certificate where there is one. */
    public String tokenFile(Secret token) {
        return token.reveal() + outside.map(reached -> " " + reached.sha256).orElse("");
    }

    /** Returns where it listens on the loopback interface. */
    public InetSocketAddress address() {
        return connections.getLocalAddress();
    }

    @Override
    public void close() {
        connections.shutdown();
        try {
            if (outside.isPresent()) {
                outside.get().tunnel.close();
            }
            PathUtils.deleteDirectory(directory);
        } catch (IOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + ErrorMessages.of(e));
        }
    }
}
