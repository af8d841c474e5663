package org.rowmark.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.rowmark.util.Acceptor;

/** A port of an address of this machine that leads to a server on its loopback address, until it is closed. */
public final class ForwardedPort implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket listener;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    /**
     * Opens it.
     *
     * @param listen port 0 for a free one
     * @param server port
     */
    public ForwardedPort(InetSocketAddress listen, int server) throws IOException {
        listener = new ServerSocket(listen.getPort(), BACKLOG, listen.getAddress());
        Acceptor.start(listener, "forwarded-port", client -> pass(client, server));
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void pass(Socket client, int port) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        for (Socket socket : new Socket[] {client, server}) {
            socket.setTcpNoDelay(true);
            open.add(socket);
        }
        Thread back = new Thread(() -> copy(server, client), "forwarded-port");
        back.setDaemon(true);
        back.start();
        copy(client, server);
    }

    /** Copies to the end of one connection, and closes both. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // closed
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
