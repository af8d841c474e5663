package org.rowmark.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A connection of a driver and the one to the server that continues it. As over a real link, opening it takes a round
 * trip before the driver's first byte is on its way, and half a one more until the server has it. Used by one thread.
 */
final class RelayedConnection {
    /** The lanes that all connections of a relay share, and its counters. */
    record Link(Lane toServer, Lane toClient, LinkCounters counters) {}

    /**
     * The receive buffer where the bandwidth is limited. A small one would run empty: a sender that was held up goes on
     * only when there is room for a segment, which is 64 KiB on the loopback device.
     */
    static final int RECEIVE_BUFFER = 1 << 20;

    private static final int SHORT = 1 << 14;

    private final Link link;
    private final Selector selector;
    private final boolean isLimited;
    private final long sendable;
    private final long connects;
    private final SocketChannel client;
    private SocketChannel server;
    private SelectionKey clientKey;
    private SelectionKey serverKey;
    private Pipe sent;
    private Pipe received;
    private boolean isSentBlocked;
    private boolean isReceivedBlocked;
    private boolean hasSent; // since something was last received
    private boolean isClosed;

    /** @param now when the driver connected */
    RelayedConnection(Link link, Selector selector, SocketChannel client, LinkSpec spec, long now) throws IOException {
        this.link = link;
        this.selector = selector;
        this.client = client;
        this.isLimited = spec.bandwidth().isPresent();
        this.sendable = now + spec.rtt().toNanos();
        this.connects = sendable + spec.rtt().toNanos() / 2;
        prepare(client);
    }

    private static void prepare(SocketChannel socket) throws IOException {
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    private void connect(InetSocketAddress address) throws IOException {
        server = SocketChannel.open();
        if (isLimited) {
            server.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
        }
        prepare(server);
        if (server.connect(address)) {
            opened();
        } else {
            serverKey = server.register(selector, SelectionKey.OP_CONNECT, this);
        }
    }

    private void opened() throws IOException {
        sent = new Pipe(link.toServer(), client, server);
        received = new Pipe(link.toClient(), server, client);
        clientKey = client.register(selector, SelectionKey.OP_READ, this);
        serverKey = server.register(selector, SelectionKey.OP_READ, this);
    }

    /** Handles what a socket is ready for; what has arrived is due later. */
    void ready(SelectionKey key, long now) {
        if (!key.isValid()) { // the other socket has just failed
            return;
        }
        try {
            if (key.isConnectable()) {
                server.finishConnect();
                opened();
            }
            if (key.isReadable()) {
                read(key == clientKey, now);
            }
            if (key.isWritable()) {
                isSentBlocked &= key != serverKey;
                isReceivedBlocked &= key != clientKey;
            }
        } catch (IOException e) {
            abort();
        }
    }

    private void read(boolean isFromClient, long now) {
        if (isFromClient) {
            int bytes = sent.read(Math.max(now, sendable));
            if (bytes > 0) {
                link.counters().sent(bytes);
                hasSent = true;
            }
            return;
        }
        int bytes = received.read(now);
        if (bytes > 0) {
            link.counters().received(bytes);
            if (hasSent) {
                link.counters().roundTrip();
                hasSent = false;
            }
        }
    }

    /** Returns when it has to be called again; {@link Long#MAX_VALUE} if only its sockets know. */
    long nextTime() {
        if (isClosed) {
            return Long.MAX_VALUE;
        }
        if (server == null) {
            return connects;
        }
        if (sent == null) {
            return Long.MAX_VALUE;
        }
        return Math.min(
                isSentBlocked ? Long.MAX_VALUE : sent.nextTime(),
                isReceivedBlocked ? Long.MAX_VALUE : received.nextTime());
    }

    /** Returns whether so little waits that delivering it takes no time to speak of. */
    boolean isShort() {
        return sent != null && sent.waiting() + received.waiting() <= SHORT;
    }

    /** Does what is due. */
    void proceed(long now, InetSocketAddress address) {
        try {
            if (server == null) {
                connect(address);
                return;
            }
            isSentBlocked = isSentBlocked || deliver(sent, received, now);
            isReceivedBlocked = isReceivedBlocked || deliver(received, sent, now);
            if (sent.isReset() || received.isReset() || (sent.isDone() && received.isDone())) {
                abort();
            }
        } catch (IOException e) {
            abort();
        }
    }

    private static boolean deliver(Pipe pipe, Pipe opposite, long now) throws IOException {
        try {
            return pipe.deliver(now);
        } catch (IOException e) { // the receiver is gone, which the sender learns later
            pipe.abandon();
            opposite.reset(now);
            return false;
        }
    }

    /** Sets what the sockets are watched for. */
    void watch() {
        if (sent != null && !isClosed) {
            watch(clientKey, sent, isReceivedBlocked);
            watch(serverKey, received, isSentBlocked);
        }
    }

    private static void watch(SelectionKey key, Pipe reader, boolean isBlocked) {
        int interest = (reader.isReading() ? SelectionKey.OP_READ : 0) | (isBlocked ? SelectionKey.OP_WRITE : 0);
        if (key.isValid() && key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /** Closes both sockets, those that are not shut down with a reset. */
    private void abort() {
        isClosed = true;
        close(client, received);
        close(server, sent);
    }

    private static void close(SocketChannel socket, Pipe to) {
        if (socket == null) {
            return;
        }
        try {
            if (to == null || !to.isDone() || to.isReset()) {
                Pipe.reset(socket);
            }
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
    }

    boolean isClosed() {
        return isClosed;
    }
}
