package org.rowmark.link;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.rowmark.process.ParentWatch;

/**
 * The process of a link: a TCP relay on the loopback address. One thread moves all bytes; another one wakes it up in
 * time, since a selector counts in milliseconds. It ends when its standard input does: with the process that started
 * it, however that ended.
 */
public final class Relay {
    /** Before the port that it listens on, in the first line of its output. */
    static final String LISTENING = "listening ";

    /** The status when it cannot begin, which its first line explains. */
    private static final int FAILED = 1;

    /** A thread that sleeps may wake up so much late: this long before a deadline the relay spins. */
    private static final long SPIN = 200_000;

    /** After it has delivered a short message it spins so long for the answer: waking up takes longer than most do. */
    private static final long SPIN_FOR_ANSWER = 50_000;

    /** A short message takes less to deliver, unless it waits for a processor. */
    private static final long MOST_COST = 100_000;

    private static final int WEIGHT_OF_PAST = 15;

    /** The wait for file descriptors, for want of which a connection could not be accepted. */
    private static final long PAUSE = 20_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final ServerSocketChannel acceptor = ServerSocketChannel.open();
    private final Selector selector = Selector.open();
    private final ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(
            1, BasicThreadFactory.builder().daemon(true).build());
    private final RelayedConnection.Link link;
    private final long delay;
    private final List<RelayedConnection> connections = new ArrayList<>();
    private long cost; // of a delivery, averaged
    private long spinUntil = System.nanoTime();

    private Relay(InetSocketAddress server, LinkSpec spec, LinkCounters counters) throws IOException {
        long now = System.nanoTime();
        link = new RelayedConnection.Link(
                spec,
                server,
                new Pipe.Direction(spec, 1, now),
                new Pipe.Direction(spec, 2, now),
                counters,
                new ArrayDeque<>());
        delay = spec.rtt().toNanos() / 2;
        if (spec.bandwidth().isPresent()) { // before it is bound: the window's scale depends on it
            acceptor.setOption(StandardSocketOptions.SO_RCVBUF, RelayedConnection.RECEIVE_BUFFER);
        }
        acceptor.bind(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), spec.port().orElse(0)));
        acceptor.configureBlocking(false);
        acceptor.register(selector, SelectionKey.OP_ACCEPT);
        alarms.setRemoveOnCancelPolicy(true);
    }

    /** Relays until the standard input ends, given the server's host and port, the link, and the file of counters. */
    public static void main(String[] arguments) throws IOException {
        LinkSpec spec = LinkSpec.parse("link", arguments[2]);
        LinkCounters counters = LinkCounters.create(Path.of(arguments[3]));
        InetSocketAddress server = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        if (server.isUnresolved()) {
            fail("the host " + arguments[0] + " of the URL is unknown");
        }
        try {
            Relay relay = new Relay(server, spec, counters);
            System.out.println(LISTENING + relay.acceptor.socket().getLocalPort());
            ParentWatch.exitWithInput();
            relay.run();
        } catch (BindException e) {
            fail("its relay cannot listen on port " + spec.port().orElse(0) + ": " + e.getMessage()
                    + "; choose another one, or leave it out for a free one");
        }
    }

    private static void fail(String problem) {
        System.out.println(problem);
        System.exit(FAILED);
    }

    private void run() throws IOException {
        while (true) {
            await();
            long now = System.nanoTime();
            for (RelayedConnection connection : connections) {
                if (connection.due() - now <= cost) {
                    deliver(connection);
                }
                connection.watch();
            }
            connections.removeIf(RelayedConnection::isClosed);
        }
    }

    /** Delivers so early that it arrives in time: by the average cost of a delivery, but not before it has arrived. */
    private void deliver(RelayedConnection connection) {
        boolean isShort = connection.isShort();
        long before = System.nanoTime();
        connection.deliver(before + cost);
        long after = System.nanoTime();
        if (isShort) {
            spinUntil = after + SPIN_FOR_ANSWER;
        }
        if (isShort && after - before < MOST_COST) {
            cost = Math.min(delay, (cost * WEIGHT_OF_PAST + after - before) / (WEIGHT_OF_PAST + 1));
        }
    }

    /** Waits until something has arrived or is due, and reads it. */
    private void await() throws IOException {
        long next = NEVER;
        for (RelayedConnection connection : connections) {
            next = Math.min(next, connection.due());
        }
        long now = System.nanoTime();
        if (spinUntil - now > 0 || (next != NEVER && next - now <= SPIN)) {
            selector.selectNow(this::handle);
        } else if (next == NEVER) {
            selector.select(this::handle);
        } else {
            Future<?> alarm = alarms.schedule(selector::wakeup, next - SPIN - now, TimeUnit.NANOSECONDS);
            selector.select(this::handle);
            alarm.cancel(false);
        }
    }

    private void handle(SelectionKey key) {
        if (key.attachment() == null) {
            accept();
        } else {
            ((RelayedConnection) key.attachment()).ready(key, System.nanoTime());
        }
    }

    private void accept() {
        try {
            SocketChannel client = acceptor.accept();
            if (client != null) {
                link.counters().connected();
                try {
                    connections.add(new RelayedConnection(link, selector, client, System.nanoTime()));
                } catch (IOException e) {
                    client.close();
                    throw e;
                }
            }
        } catch (IOException e) {
            LockSupport.parkNanos(PAUSE); // nothing that is measured goes on
        }
    }
}
