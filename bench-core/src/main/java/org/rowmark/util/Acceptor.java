package org.rowmark.util;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.apache.commons.io.IOUtils;
import org.apache.commons.lang3.ThreadUtils;
import org.apache.commons.lang3.function.FailableConsumer;

/** A thread that accepts connections until their server socket is closed; a silent or broken one delays no other. */
public final class Acceptor {
    /** The time for which nothing is accepted after a failure, which may be a lack of file descriptors. */
    static final Duration PAUSE = Duration.ofMillis(100);

    private Acceptor() {}

    /** @param taker is called for each connection in a thread of its own; a connection for which it fails is closed */
    public static void start(ServerSocket server, String name, FailableConsumer<Socket, IOException> taker) {
        thread(name, () -> {
            while (!server.isClosed()) {
                try {
                    Socket connected = server.accept();
                    thread(name, () -> take(connected, taker));
                } catch (IOException e) {
                    ThreadUtils.sleepQuietly(PAUSE);
                }
            }
        });
    }

    private static void take(Socket connected, FailableConsumer<Socket, IOException> taker) {
        try {
            taker.accept(connected);
        } catch (IOException e) {
            IOUtils.closeQuietly(connected);
        }
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
