package org.rowmark.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Deque;

/**
 * A connection of a driver and the one to the server that continues it. As over a real link, opening it takes a round
 * trip before the driver's first byte is on its way. Used by one thread.
 */
final class RelayedConnection {
    /**
     * What all connections of a relay share.
     *
     * @param free buffers to read into
     */
    record Link(
            LinkSpec spec,
            InetSocketAddress address,
            Lane toServer,
            Lane toClient,
            LinkCounters counters,
            Deque<ByteBuffer> free) {}

    /**
     * The receive buffer where the bandwidth is limited. A small one would run empty: a sender that was held up goes on
     * only when there is room for a segment, which is 64 KiB on the loopback device.
     */
    static final int RECEIVE_BUFFER = 1 << 20;

    private static final int SHORT = 1 << 14;

    private final LinkCounters counters;
    private final SelectionKey client;
    private final SelectionKey server;
    private final Pipe sent;
    private final Pipe received;
    private boolean hasSent; // since something was last received

    /** @param now when the driver connected */
    RelayedConnection(Link link, Selector selector, SocketChannel driver, long now) throws IOException {
        counters = link.counters();
        client = register(driver, selector);
        SocketChannel continued = SocketChannel.open();
        if (link.spec().bandwidth().isPresent()) {
            continued.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
        }
        server = register(continued, selector);
        long rtt = link.spec().rtt().toNanos();
        sent = new Pipe(link.toServer(), driver, continued, now + rtt + rtt / 2, link.free());
        received = new Pipe(link.toClient(), continued, driver, now + 2 * rtt, link.free());
        sent.block(true);
        try {
            if (continued.connect(link.address())) {
                sent.block(false);
            }
        } catch (IOException e) {
            received.reset(now);
        }
        watch();
    }

    private SelectionKey register(SocketChannel socket, Selector selector) throws IOException {
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return socket.register(selector, 0, this);
    }

    /** Handles what a socket is ready for; what has arrived is due later. */
    void ready(SelectionKey key, long now) {
        if (key.isValid() && key.isConnectable()) {
            try {
                socket(server).finishConnect();
                sent.block(false);
            } catch (IOException e) {
                received.reset(now);
            }
        }
        if (key.isValid() && key.isReadable()) {
            read(key == client, now);
        }
        if (key.isValid() && key.isWritable()) {
            (key == client ? received : sent).block(false);
        }
    }

    private void read(boolean isFromClient, long now) {
        int bytes = (isFromClient ? sent : received).read(now);
        if (bytes == 0) {
            return;
        }
        if (isFromClient) {
            counters.sent(bytes);
            hasSent = true;
        } else {
            counters.received(bytes, hasSent);
            hasSent = false;
        }
    }

    /** Returns when it has to be called again; {@link Long#MAX_VALUE} if only its sockets know. */
    long due() {
        return isClosed() ? Long.MAX_VALUE : Math.min(sent.due(), received.due());
    }

    /** Returns whether so little waits that delivering it takes no time to speak of. */
    boolean isShort() {
        return sent.waiting() + received.waiting() <= SHORT;
    }

    /** Writes what is due. */
    void deliver(long now) {
        deliver(sent, received, now);
        deliver(received, sent, now);
        if (sent.isReset() || received.isReset() || (sent.isDone() && received.isDone())) {
            close();
        }
    }

    private static void deliver(Pipe pipe, Pipe opposite, long now) {
        try {
            pipe.deliver(now);
        } catch (IOException e) { // the receiver is gone, which the sender learns later
            pipe.abandon();
            opposite.reset(now);
        }
    }

    /** Sets what the sockets are watched for. */
    void watch() {
        if (!isClosed()) {
            watch(client, sent, received);
            watch(server, received, sent);
        }
    }

    private static void watch(SelectionKey key, Pipe reader, Pipe writer) {
        SocketChannel socket = socket(key);
        int write = writer.isBlocked() ? SelectionKey.OP_WRITE : 0;
        int interest = socket.isConnected()
                ? write | (reader.isReading() ? SelectionKey.OP_READ : 0)
                : socket.isConnectionPending() ? SelectionKey.OP_CONNECT : 0;
        if (key.isValid() && key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /** Closes both sockets, with a reset unless both directions have been closed. */
    private void close() {
        boolean isReset = sent.isReset() || received.isReset();
        for (SelectionKey key : new SelectionKey[] {client, server}) {
            try (SocketChannel socket = socket(key)) {
                if (isReset) {
                    socket.setOption(StandardSocketOptions.SO_LINGER, 0);
                }
            } catch (IOException e) {
                // it is closed
            }
        }
    }

    private static SocketChannel socket(SelectionKey key) {
        return (SocketChannel) key.channel();
    }

    boolean isClosed() {
        return !client.isValid();
    }
}
