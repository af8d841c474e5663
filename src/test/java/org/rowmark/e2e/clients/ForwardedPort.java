package org.rowmark.e2e.clients;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A port of another address of this machine that leads to a server on its loopback address. */
final class ForwardedPort implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket listener;

    ForwardedPort(String address, int server) throws IOException {
        listener = new ServerSocket(0, BACKLOG, InetAddress.getByName(address));
        inBackground(() -> {
            while (true) {
                pass(listener.accept(), server);
            }
        });
    }

    /** Returns {@code HOST:PORT}. */
    String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    private static void pass(Socket client, int port) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        inBackground(() -> copy(client, server));
        inBackground(() -> copy(server, client));
    }

    /** Copies to the end of one connection, and closes both. */
    private static void copy(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        }
    }

    /** Runs until a connection is closed. */
    private static void inBackground(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // closed
                    }
                },
                "forwarded-port");
        thread.setDaemon(true);
        thread.start();
    }

    /** What a thread does. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
