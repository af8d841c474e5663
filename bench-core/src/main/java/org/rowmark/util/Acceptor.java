package org.rowmark.util;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * A thread that accepts connections until their server socket is closed. A connection that is silent, or breaks off,
 * delays no other.
 */
public final class Acceptor {
    /** The time for which nothing is accepted after a failure, which may be a lack of file descriptors. */
    static final long PAUSE_MILLIS = 100;

    private Acceptor() {}

    /**
     * Starts the thread.
     *
     * @param taker is called for each connection in a thread of its own; a connection for which it fails is closed
     */
    public static void start(ServerSocket server, String name, FailableConsumer<Socket, IOException> taker) {
        thread(name, () -> {
            while (!server.isClosed()) {
                try {
                    Socket connected = server.accept();
                    thread(name, () -> take(connected, taker));
                } catch (IOException e) {
                    pause();
                }
            }
        });
    }

    private static void take(Socket connected, FailableConsumer<Socket, IOException> taker) {
        try {
            taker.accept(connected);
        } catch (IOException e) {
            try {
                connected.close();
            } catch (IOException again) {
                // it is broken
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
