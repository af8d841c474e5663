package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;
import org.rowmark.util.Acceptor;

/** Connections that are passed on byte by byte, one side of which is TLS. */
final class Tunnel implements AutoCloseable {
    private static final String NAME = "rowmark-tunnel";

    /** The longest silence within a handshake. */
    static final Duration HANDSHAKE = Duration.ofSeconds(10);

    /** More than clients begin at the same moment; the oldest ends when there is one more. */
    private static final int MOST_HANDSHAKES = 100;

    private final ServerSocket server;
    private final Target target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Queue<Socket> shaking = new ArrayDeque<>();

    /** Where connections are passed on to. */
    @FunctionalInterface
    interface Target {
        Socket connect() throws IOException;
    }

    /**
     * Begins to accept connections.
     *
     * @param server is closed with this
     */
    Tunnel(ServerSocket server, Target target) {
        this.server = server;
        this.target = target;
        Acceptor.start(server, NAME, this::pass);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, NAME);
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private void pass(Socket connected) throws IOException {
        open.add(connected);
        try (connected) {
            shake(connected);
            try (Socket other = shaken(target.connect())) {
                open.add(other);
                connected.setTcpNoDelay(true);
                other.setTcpNoDelay(true);
                start(() -> copy(other, connected));
                copy(connected, other);
                open.remove(other);
            }
        } finally {
            open.remove(connected);
        }
    }

    /** Shakes hands before anything is connected to the target: a stranger must not use up its connections. */
    private void shake(Socket connected) throws IOException {
        synchronized (shaking) {
            shaking.add(connected);
            if (shaking.size() > MOST_HANDSHAKES) {
                shaking.remove().close();
            }
        }
        try {
            shaken(connected);
        } finally {
            synchronized (shaking) {
                shaking.remove(connected);
            }
        }
    }

    /** Returns the socket when its TLS handshake, if it has one, is done. */
    static Socket shaken(Socket socket) throws IOException {
        if (socket instanceof SSLSocket tls) {
            tls.setSoTimeout((int) HANDSHAKE.toMillis());
            tls.startHandshake();
            tls.setSoTimeout(0);
        }
        return socket;
    }

    /** Copies to the end of one of them, and closes both. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // the end of one is that of the other
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
