package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** A client's end of the coordination: one of the run's clients as long as its session lasts. */
public final class Membership implements AutoCloseable {
    /** Round trips for an estimate of the clock's offset. */
    private static final int TRIPS = 10;

    private final CoordinatorSession session;
    private final CuratorFramework curator;
    private final ClientNumber number;

    private Membership(CoordinatorSession session, ClientNumber number) {
        this.session = session;
        this.curator = session.curator();
        this.number = number;
    }

    /** A receiver of what happens to a client; called in a thread that must not be kept waiting. */
    public interface Receiver<M> {
        /** Receives an order. */
        void order(M order);

        /** Receives the loss of the connection; it may come back. */
        void isCutOff();

        /** Receives the end: of the session, or by an order of another version. */
        void isLost();
    }

    /**
     * Joins a run.
     *
     * @throws UsageException if the coordinator does not answer, refuses the token, or has this client already
     */
    public static Membership join(InetSocketAddress address, Secret token, ClientNumber number, Object first)
            throws IOException {
        Membership membership = new Membership(CoordinatorSession.open(address, token), number);
        try {
            membership.requireExpected();
            membership.enter(CoordinatorSession.bytes(first));
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
    public <M> void receive(Class<M> type, Receiver<M> receiver) {
        curator.getConnectionStateListenable().addListener((any, state) -> {
            if (state == ConnectionState.SUSPENDED) {
                receiver.isCutOff();
            } else if (state == ConnectionState.LOST) {
                receiver.isLost();
            }
        });
        for (String node : List.of(CoordinatorSession.TO + "/" + number.number(), CoordinatorSession.TO_ALL)) {
            CuratorCache cache = CuratorCache.build(curator, node, CuratorCache.Options.SINGLE_NODE_CACHE);
            cache.listenable()
                    .addListener(CuratorCacheListener.builder()
                            .forCreatesAndChanges((before, now) -> received(now, type, receiver))
                            .build());
            cache.start();
        }
    }

    private static <M> void received(ChildData node, Class<M> type, Receiver<M> receiver) {
        try {
            if (node.getData().length > 0) {
                receiver.order(CoordinatorSession.read(node.getData(), type));
            }
        } catch (IOException e) {
            receiver.isLost();
        }
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
}
