package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** A session with the coordinator, of one who knows the token: nothing can be read or written without it. */
final class CoordinatorSession implements AutoCloseable {
    /** The time without a sign of life after which the coordinator takes one for lost. */
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** The parent of all that a run has. */
    static final String ROOT = "/rowmark";

    /** Below it, a node for each client that has joined. */
    static final String MEMBERS = ROOT + "/members";

    /** Below it, the messages to each client. */
    static final String TO = ROOT + "/to";

    /** Below it, the messages to all clients. */
    static final String TO_ALL = ROOT + "/to-all";

    /** Below it, the messages from each client. */
    static final String FROM = ROOT + "/from";

    /** Below it, a node for each client that is written to read the coordinator's clock. */
    static final String CLOCK = ROOT + "/clock";

    private static final String SCHEME = "digest";
    private static final String USER = "rowmark:";
    private static final int RETRY_MILLIS = 100;

    private final CuratorFramework curator;

    private CoordinatorSession(CuratorFramework curator) {
        this.curator = curator;
    }

    /**
     * Connects.
     *
     * @throws UsageException if nothing answers within the time of a session
     */
    static CoordinatorSession open(InetSocketAddress address, Secret token) throws IOException {
        String where = address.getHostString() + ":" + address.getPort();
        CuratorFramework curator = CuratorFrameworkFactory.builder()
                .connectString(where)
                .sessionTimeoutMs((int) TIMEOUT.toMillis())
                .connectionTimeoutMs((int) TIMEOUT.toMillis())
                .retryPolicy(new RetryUntilElapsed((int) TIMEOUT.toMillis(), RETRY_MILLIS))
                .authorization(SCHEME, (USER + token.reveal()).getBytes(StandardCharsets.UTF_8))
                .ensembleTracker(false)
                .build();
        curator.start();
        try {
            if (curator.blockUntilConnected((int) TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                return new CoordinatorSession(curator);
            }
            curator.close();
            throw silence(where, TIMEOUT, null);
        } catch (InterruptedException e) {
            curator.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while connecting to the coordinator", e);
        }
    }

    /** Returns the error where nothing answers. */
    static UsageException silence(String where, Duration limit, IOException cause) {
        return new UsageException(
                "no coordinator answers at " + where + " within " + limit.toSeconds()
                        + " s; give the address that the run names, while it waits for clients",
                cause);
    }

    CuratorFramework curator() {
        return curator;
    }

    /**
     * Takes the right to read and write all nodes from those without the token.
     *
     * @param last of the run's clients, for those that join
     */
    void protect(ClientNumber last) throws IOException {
        List<ACL> own = ZooDefs.Ids.CREATOR_ALL_ACL;
        run(() -> {
            for (String node : List.of("/zookeeper/quota", "/zookeeper", "/")) {
                curator.setACL().withACL(own).forPath(node);
            }
            for (String node : List.of(ROOT, MEMBERS, TO, TO_ALL, FROM, CLOCK)) {
                create(node);
            }
            curator.setData().forPath(ROOT, last.toString().getBytes(StandardCharsets.US_ASCII));
            return null;
        });
    }

    /** Creates a node that only those with the token can use. */
    void create(String path) throws Exception {
        curator.create().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath(path);
    }

    /** A step whose errors Curator does not declare. */
    @FunctionalInterface
    interface Step<T> {
        T run() throws Exception;
    }

    /**
     * Takes a step.
     *
     * @throws UsageException if the token is another one
     */
    static <T> T run(Step<T> step) throws IOException {
        try {
            return step.run();
        } catch (KeeperException.NoAuthException e) {
            throw new UsageException(
                    "the coordinator refuses the token; give the token file of this run, which is new for each run", e);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (Exception e) {
            throw new IOException("the coordinator of the clients: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        curator.close();
    }
}
