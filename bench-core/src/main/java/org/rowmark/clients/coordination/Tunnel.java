package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;

/** Connections that are passed on byte by byte, one side of which is TLS. */
final class Tunnel implements AutoCloseable {
    private static final int HANDSHAKE_MILLIS = 10_000;

    private final ServerSocket server;
    private final Target target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

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
        start(this::accept);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "rowmark-tunnel");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket connected = server.accept();
                start(() -> pass(connected));
            } catch (IOException e) {
                // closed, or a connection that has ended already
            }
        }
    }

    private void pass(Socket connected) {
        open.add(connected);
        try (connected;
                Socket other = shaken(target.connect())) {
            open.add(other);
            shaken(connected).setTcpNoDelay(true);
            other.setTcpNoDelay(true);
            start(() -> copy(other, connected));
            copy(connected, other);
            open.remove(other);
        } catch (IOException e) {
            // the other end notices
        } finally {
            open.remove(connected);
        }
    }

    /** Returns the socket when its TLS handshake, if it has one, is done. */
    private static Socket shaken(Socket socket) throws IOException {
        if (socket instanceof SSLSocket tls) {
            tls.setSoTimeout(HANDSHAKE_MILLIS);
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
