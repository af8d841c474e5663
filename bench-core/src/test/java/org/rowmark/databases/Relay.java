package org.rowmark.databases;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * A port in front of a server's, which counts what the server sends to its one client. Little is under way between the
 * two: what the client does not read, the server keeps.
 */
final class Relay implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final ServerSocket listener;
    private final AtomicLong received = new AtomicLong();

    private Relay(ServerSocket listener) {
        this.listener = listener;
    }

    static Relay to(int port) throws IOException {
        Relay relay = new Relay(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        inBackground(() -> relay.serve(port));
        return relay;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Returns the number of bytes that the client has been sent so far. */
    long received() {
        return received.get();
    }

    private void serve(int port) throws IOException {
        try (Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            client.setSendBufferSize(BUFFER);
            inBackground(() -> copy(client.getInputStream(), server.getOutputStream(), bytes -> {}));
            copy(server.getInputStream(), client.getOutputStream(), received::addAndGet);
        }
    }

    private static void copy(InputStream from, OutputStream to, LongConsumer copied) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            copied.accept(read);
        }
    }

    /** Runs until either side closes its connection. */
    private static void inBackground(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // the connection is closed
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** What a thread of the relay does. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }
}
