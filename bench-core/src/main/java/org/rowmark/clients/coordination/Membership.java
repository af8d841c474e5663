package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** A client's end of the coordination: one of the run's clients as long as its session lasts. */
public final class Membership<M> implements AutoCloseable {
    private static final int TRIPS = 10;

    private final CoordinatorSession session;
    private final CuratorFramework curator;
    private final ClientNumber number;
    private final BlockingQueue<FailableSupplier<M, IOException>> orders = new LinkedBlockingQueue<>();

    private Membership(CoordinatorSession session, ClientNumber number) {
        this.session = session;
        this.curator = session.curator();
        this.number = number;
    }

    /** Joins a run; {@code cutOff} stands for an order at the loss of the connection, which may come back. */
    public static <M> Membership<M> join(
            InetSocketAddress address, Secret token, ClientNumber number, Object first, Class<M> type, M cutOff)
            throws IOException {
        Membership<M> membership = new Membership<>(CoordinatorSession.open(address, token), number);
        try {
            membership.requireExpected();
            membership.enter(CoordinatorSession.bytes(first));
            membership.receive(type, cutOff);
            return membership;
        } catch (IOException | RuntimeException e) {
            membership.close();
            throw e;
        }
    }

    private void requireExpected() throws IOException {
        byte[] content = CoordinatorSession.run(() -> curator.getData().forPath(CoordinatorSession.ROOT));
        int count = Integer.parseInt(new String(content, StandardCharsets.US_ASCII));
        if (number.count() != count) {
            throw new UsageException(ClientNumber.OPTION + number + ": the run has " + count
                    + (count == 1
                            ? " client; give 1/1"
                            : " clients; give a number from 1/" + count + " to " + count + "/" + count));
        }
    }

    /** Adds the node that ends with the session, and forgets the orders to an earlier client of the number. */
    private void enter(byte... first) throws IOException {
        CoordinatorSession.run(() -> {
            try {
                return curator.transaction()
                        .forOperations(
                                curator.transactionOp()
                                        .create()
                                        .withMode(CreateMode.EPHEMERAL)
                                        .forPath(CoordinatorSession.FROM + "/" + number.number(), first),
                                curator.transactionOp()
                                        .setData()
                                        .forPath(CoordinatorSession.TO + "/" + number.number(), new byte[0]));
            } catch (KeeperException.NodeExistsException e) {
                throw new UsageException(
                        ClientNumber.OPTION + number
                                + ": that client has joined already; give the number of one that has"
                                + " not, from 1/" + number.count() + " to " + number.count() + "/" + number.count()
                                + ", or wait " + CoordinatorSession.TIMEOUT.toSeconds() + " s if it was killed",
                        e);
            }
        });
    }

    /** Begins to receive, with the last order that was sent until now. */
    private void receive(Class<M> type, M cutOff) {
        curator.getConnectionStateListenable().addListener((any, state) -> {
            if (state == ConnectionState.SUSPENDED) {
                orders.add(() -> cutOff);
            } else if (state == ConnectionState.LOST) {
                fail(new IOException("the coordinator of the run is gone, or was out of reach for too long"));
            }
        });
        for (String node : List.of(CoordinatorSession.TO + "/" + number.number(), CoordinatorSession.TO_ALL)) {
            CuratorCache cache = CuratorCache.build(curator, node, CuratorCache.Options.SINGLE_NODE_CACHE);
            cache.listenable()
                    .addListener(CuratorCacheListener.builder()
                            .forCreatesAndChanges((before, now) -> {
                                if (now.getData().length > 0) {
                                    orders.add(() -> CoordinatorSession.read(now.getData(), type));
                                }
                            })
                            .build());
            cache.start();
        }
    }

    /** Waits for the next order; fails after the end of the session, or after {@link #fail}. */
    public M next() throws IOException {
        return CoordinatorSession.run(orders::take).get();
    }

    public void fail(IOException problem) {
        orders.add(() -> {
            throw problem;
        });
    }

    /** Sends a message to the orchestrating process, without waiting for its arrival. */
    public void send(Object message) throws IOException {
        byte[] bytes = CoordinatorSession.bytes(message);
        CoordinatorSession.run(() -> curator.create()
                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                .inBackground()
                .forPath(CoordinatorSession.FROM + "/" + number.number() + "-", bytes));
    }

    /** Estimates what to add to this machine's time for that of the coordinator's. */
    public ClockOffset clock() throws IOException {
        return ClockOffset.estimate(
                TRIPS,
                () -> CoordinatorSession.run(() ->
                        curator.setData().forPath(CoordinatorSession.CLOCK).getMtime()));
    }

    @Override
    public void close() {
        session.close();
    }

    /** Which client of a run one is, as {@code --number} gives it. */
    public record ClientNumber(int number, int count) {
        static final String OPTION = "--number ";
        private static final String DIGITS = "[1-9]\\d{0,3}";

        public static ClientNumber parse(String text) {
            String[] parts = text.split("/", -1);
            if (parts.length == 2 && parts[0].matches(DIGITS) && parts[1].matches(DIGITS)) {
                ClientNumber parsed = new ClientNumber(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
                if (parsed.number <= parsed.count) {
                    return parsed;
                }
            }
            throw new UsageException(
                    OPTION + "'" + text + "': give which client this is and how many there are, such as 3/8");
        }

        @Override
        public String toString() {
            return number + "/" + count;
        }
    }
}
