package org.rowmark.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Deque;
import org.apache.commons.io.IOUtils;

/** A connection of a driver and its continuation to the server, which takes a round trip to open, as a real one. */
final class RelayedConnection {
    record Link(
            LinkSpec spec,
            InetSocketAddress address,
            Pipe.Direction toServer,
            Pipe.Direction toClient,
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
        try {
            sent.block(!continued.connect(link.address()));
        } catch (IOException e) {
            close();
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
                close();
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

    /** Writes what is due; after the end of one direction neither driver nor server has use for the other one. */
    void deliver(long now) {
        try {
            if (sent.deliver(now) || received.deliver(now)) {
                close();
            }
        } catch (IOException e) {
            close();
        }
    }

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

    private void close() {
        IOUtils.closeQuietly(client.channel(), server.channel());
    }

    private static SocketChannel socket(SelectionKey key) {
        return (SocketChannel) key.channel();
    }

    boolean isClosed() {
        return !client.isValid();
    }
}
