package org.rowmark.clients.coordination;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/** A client's end of the coordination: one of the run's clients as long as its session lasts. */
public final class Membership implements AutoCloseable {
    /** Round trips for an estimate of the clock's offset. */
    private static final int TRIPS = 10;

    private static final int BACKLOG = 10;

    private final CoordinatorSession session;
    private final Optional<Tunnel> tunnel;
    private final int number;
    private final Mailbox out;

    private Membership(CoordinatorSession session, Optional<Tunnel> tunnel, int number) {
        this.session = session;
        this.tunnel = tunnel;
        this.number = number;
        this.out = new Mailbox(session.curator(), CoordinatorSession.FROM + "/" + number);
    }

    /** A receiver of what happens to a client; called in a thread that must not be kept waiting. */
    public interface Receiver {
        /** Receives a message, or the {@link IOException} in place of one. */
        void message(Object message);

        /** Receives the loss of the connection; it may come back. */
        void isCutOff();

        /** Receives the end of the session. */
        void isLost();
    }

    /**
     * Joins a run.
     *
     * @param tokenFile the content of the run's token file
     * @param facts about this client
     * @throws UsageException if the coordinator does not answer, refuses the token, or has this client already
     */
    public static Membership join(
            InetSocketAddress address, Secret tokenFile, ClientNumber number, Serializable facts, Receiver receiver)
            throws IOException {
        String[] words = tokenFile.reveal().split("\\s+", 2);
        Secret token = Secret.of(words[0]);
        if (words.length == 1) {
            return join(CoordinatorSession.open(address, token), Optional.empty(), number, facts, receiver);
        }
        Tunnel tunnel = tunnel(address, RunCertificate.to(words[1].strip()).getSocketFactory());
        try {
            CoordinatorSession session = CoordinatorSession.open(tunnel.address(), token);
            return join(session, Optional.of(tunnel), number, facts, receiver);
        } catch (IOException | RuntimeException e) {
            tunnel.close();
            throw e;
        }
    }

    /** Returns a tunnel to a coordinator on another machine, which has the known certificate. */
    private static Tunnel tunnel(InetSocketAddress address, SSLSocketFactory sockets) throws IOException {
        Tunnel.Target target = () -> sockets.createSocket(address.getAddress(), address.getPort());
        try {
            Tunnel.shaken(target.connect()).close();
            return new Tunnel(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), target);
        } catch (SocketTimeoutException e) {
            throw CoordinatorSession.silence(SocketAddresses.text(address), Tunnel.HANDSHAKE, e);
        } catch (SSLException e) {
            throw new UsageException(
                    "what answers at " + SocketAddresses.text(address) + " is not the coordinator of the token file: "
                            + ErrorMessages.of(e),
                    e);
        }
    }

    private static Membership join(
            CoordinatorSession session,
            Optional<Tunnel> tunnel,
            ClientNumber number,
            Serializable facts,
            Receiver receiver)
            throws IOException {
        try {
            session.curator().getConnectionStateListenable().addListener((curator, state) -> changed(state, receiver));
            Membership membership = new Membership(session, tunnel, number.number());
            membership.requireExpected(number);
            membership.enter(number, Mailbox.bytes(facts));
            Inbox.open(session.curator(), CoordinatorSession.TO + "/" + number.number(), receiver::message);
            Inbox.openShared(session.curator(), CoordinatorSession.TO_ALL, receiver::message);
            return membership;
        } catch (IOException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private void requireExpected(ClientNumber given) throws IOException {
        byte[] count = CoordinatorSession.run(() -> session.curator().getData().forPath(CoordinatorSession.ROOT));
        ClientNumber last = ClientNumber.parse(new String(count, StandardCharsets.US_ASCII));
        if (given.count() != last.count()) {
            throw new UsageException(ClientNumber.OPTION + given + ": the run has " + last.count()
                    + (last.count() == 1
                            ? " client; give 1/1"
                            : " clients; give a number from 1/" + last.count() + " to " + last));
        }
    }

    private static void changed(ConnectionState state, Receiver receiver) {
        switch (state) {
            case SUSPENDED -> receiver.isCutOff();
            case LOST -> receiver.isLost();
            default -> {}
        }
    }

    /** Adds the node that ends with the session. */
    private void enter(ClientNumber given, byte... facts) throws IOException {
        CoordinatorSession.run(() -> {
            try {
                return session.curator()
                        .create()
                        .withMode(CreateMode.EPHEMERAL)
                        .withACL(ZooDefs.Ids.CREATOR_ALL_ACL)
                        .forPath(CoordinatorSession.MEMBERS + "/" + number, facts);
            } catch (KeeperException.NodeExistsException e) {
                throw new UsageException(
                        ClientNumber.OPTION + given
                                + ": that client has joined already; give the number of one that has"
                                + " not, from 1/" + given.count() + " to " + given.count() + "/" + given.count()
                                + ", or wait " + CoordinatorSession.TIMEOUT.toSeconds() + " s if it was killed",
                        e);
            }
        });
    }

    /** Sends a message to the orchestrating process. */
    public void send(Serializable message) throws IOException {
        out.send(message);
    }

    /** Estimates what to add to this machine's time for that of the coordinator's. */
    public ClockOffset clock() throws IOException {
        CuratorFramework curator = session.curator();
        try {
            return ClockOffset.estimate(TRIPS, () -> {
                try {
                    return CoordinatorSession.run(() -> curator.setData()
                            .forPath(CoordinatorSession.CLOCK + "/" + number)
                            .getMtime());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        session.close();
        if (tunnel.isPresent()) {
            tunnel.get().close();
        }
    }
}
