package org.rowmark.clients.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What {@link StandInClient} joins: it listens on the loopback address and gives signs of life. */
final class StandInCoordinator implements AutoCloseable {
    private static final int BETWEEN_SIGNS_MILLIS = 100;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final BlockingQueue<String> joined = new LinkedBlockingQueue<>();

    StandInCoordinator() throws IOException {
        start(() -> {
            while (true) {
                Socket client = server.accept();
                start(() -> attend(client));
            }
        });
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // closed, or the client is gone
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void attend(Socket client) throws IOException, InterruptedException {
        try (client) {
            String line = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (line == null) {
                return;
            }
            joined.add(line);
            do {
                client.getOutputStream().write('.');
            } while (!closed.await(BETWEEN_SIGNS_MILLIS, TimeUnit.MILLISECONDS));
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Waits for the next client; null if none joins. */
    String next() throws InterruptedException {
        return joined.poll(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
    }
}
