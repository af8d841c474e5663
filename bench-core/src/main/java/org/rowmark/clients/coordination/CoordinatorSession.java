package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableCallable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A session with the coordinator, which the token alone opens. Messages are JSON of limited length in nodes. */
record CoordinatorSession(CuratorFramework curator) implements AutoCloseable {
    /** The time without a sign of life after which the coordinator takes one for lost. */
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    static final int MOST_BYTES = 8 << 20;

    /** The parent of all that a run has; its content is the number of clients. */
    static final String ROOT = "/rowmark";

    /** Below it, a node for the orders to each client, and one for those to all. */
    static final String TO = ROOT + "/to";

    static final String TO_ALL = TO + "/all";

    /** Below it, a node for each client that has joined, and one for each message from a client. */
    static final String FROM = ROOT + "/from";

    /** A node that is written to read the coordinator's clock. */
    static final String CLOCK = ROOT + "/clock";

    private static final int RETRY_MILLIS = 100;
    private static final int OF_PACKET = 1 << 16;
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Permission for those with the token only. */
    private static final class OwnOnly implements ACLProvider {
        @Override
        public List<ACL> getDefaultAcl() {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return getDefaultAcl();
        }
    }

    /** Limits messages in this process, before its first connection. */
    static void limit() {
        System.setProperty("jute.maxbuffer", String.valueOf(MOST_BYTES + OF_PACKET));
    }

    /** Connects, if the coordinator answers within the time of a session. */
    static CoordinatorSession open(InetSocketAddress address, Secret token) throws IOException {
        limit();
        String where = SocketAddresses.text(address);
        int timeout = (int) TIMEOUT.toMillis();
        CuratorFramework curator = CuratorFrameworkFactory.builder()
                .connectString(where)
                .sessionTimeoutMs(timeout)
                .connectionTimeoutMs(timeout)
                .retryPolicy(new RetryUntilElapsed(timeout, RETRY_MILLIS))
                .authorization("digest", ("rowmark:" + token.reveal()).getBytes(StandardCharsets.UTF_8))
                .aclProvider(new OwnOnly())
                .ensembleTracker(false)
                .build();
        curator.start();
        boolean isConnected = false;
        try {
            isConnected = run(() -> curator.blockUntilConnected(timeout, TimeUnit.MILLISECONDS));
        } finally {
            if (!isConnected) {
                curator.close();
            }
        }
        if (!isConnected) {
            throw new UsageException("no coordinator answers at " + where + " within " + TIMEOUT.toSeconds()
                    + " s; give the address that the run names, while it waits for clients");
        }
        return new CoordinatorSession(curator);
    }

    /** Takes the right to read and write all nodes from those without the token, and creates those of the clients. */
    void prepare(int clients) throws IOException {
        run(() -> {
            for (String node : List.of("/zookeeper/quota", "/zookeeper", "/")) {
                curator.setACL().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath(node);
            }
            curator.create().forPath(ROOT, String.valueOf(clients).getBytes(StandardCharsets.US_ASCII));
            for (String node : List.of(FROM, CLOCK, TO, TO_ALL)) {
                curator.create().forPath(node, new byte[0]);
            }
            for (int number = 1; number <= clients; number++) {
                curator.create().forPath(TO + "/" + number, new byte[0]);
            }
            return null;
        });
    }

    static byte[] bytes(Object message) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(message);
        if (bytes.length > MOST_BYTES) {
            throw new IOException("a message of " + bytes.length + " bytes, of which " + MOST_BYTES
                    + " can be sent; let the fork print less, or give a shorter --time");
        }
        return bytes;
    }

    static <T> T read(byte[] bytes, Class<T> type) throws IOException {
        try {
            return JSON.readValue(bytes, type);
        } catch (JacksonException e) {
            throw new IOException("a message of another version of Rowmark: " + e.getOriginalMessage(), e);
        }
    }

    /** Takes a step; another token is an error of the user. */
    static <T> T run(FailableCallable<T, Exception> step) throws IOException {
        try {
            return step.call();
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
