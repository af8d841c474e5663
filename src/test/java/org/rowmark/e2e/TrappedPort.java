package org.rowmark.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * A port in front of a server of this machine, with a trap that springs once, when a client sends a text and before it is
 * passed on. The connection is cut if the trap fails.
 */
final class TrappedPort implements AutoCloseable {
    private static final int BACKLOG = 50;
    private static final int BUFFER = 16 * 1024;

    private final ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final AtomicBoolean isSet = new AtomicBoolean(true);
    private final String text;
    private final FailableRunnable<Exception> trap;
    private volatile boolean isSprung;

    TrappedPort(int server, String text, FailableRunnable<Exception> trap) throws IOException {
        this.text = text;
        this.trap = trap;
        inBackground(() -> {
            while (true) {
                pass(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), server));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    boolean isSprung() {
        return isSprung;
    }

    private void pass(Socket client, Socket server) throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        inBackground(() -> copy(client, server, true));
        inBackground(() -> copy(server, client, false));
    }

    /** Copies to the end of one connection, and closes both. */
    private void copy(Socket from, Socket to, boolean isWatched) throws Exception {
        try (from;
                to) {
            byte[] buffer = new byte[BUFFER];
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                boolean hasText = isWatched && new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(text);
                if (hasText && isSet.getAndSet(false)) {
                    try {
                        trap.run();
                    } finally {
                        isSprung = true;
                    }
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        }
    }

    /** Runs until a connection is closed. */
    private static void inBackground(FailableRunnable<Exception> work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        // closed
                    }
                },
                "trapped-port");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
