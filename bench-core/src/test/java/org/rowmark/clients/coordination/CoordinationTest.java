package org.rowmark.clients.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.clients.coordination.Assembly.Event;
import org.rowmark.clients.coordination.Assembly.Kind;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

class CoordinationTest {
    private static final Secret TOKEN = Secret.of("the-token-of-this-run");
    private static final ClientNumber ONLY = new ClientNumber(1, 1);
    private static final long LONG_MILLIS = 20_000;

    @TempDir
    Path temp;

    private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();
    private Coordinator coordinator;
    private Assembly assembly;

    @BeforeEach
    void start() throws Exception {
        coordinator = Coordinator.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), temp, 2);
        assembly = Assembly.begin(coordinator.address(), TOKEN, 2);
    }

    @AfterEach
    void end() {
        assembly.close();
        coordinator.close();
        assertThat(temp).isEmptyDirectory();
    }

    private Membership join(int number, Secret token) throws Exception {
        return join(coordinator.joined(), new ClientNumber(number, 2), token);
    }

    private Membership join(InetSocketAddress there, ClientNumber number, Secret token) throws Exception {
        return Membership.join(there, token, number, "client " + number.number(), new Membership.Receiver() {
            @Override
            public void message(Object message) {
                received.add(message);
            }

            @Override
            public void isCutOff() {
                received.add("cut off");
            }

            @Override
            public void isLost() {
                received.add("lost");
            }
        });
    }

    private Event next() throws Exception {
        return assembly.next(LONG_MILLIS).orElseThrow();
    }

    @Test
    void a_coordinator_whose_port_is_taken_leaves_nothing_behind() throws Exception {
        Path parent = Files.createDirectory(temp.resolve("another"));
        try (ServerSocket taken = new ServerSocket(0)) {
            InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", taken.getLocalPort());

            assertThatThrownBy(() -> Coordinator.start(everywhere, parent, 2)).isInstanceOf(BindException.class);
        }

        assertThat(parent).isEmptyDirectory();
        Files.delete(parent);
    }

    @Test
    void a_client_joins_sends_and_leaves() throws Exception {
        try (Membership member = join(2, TOKEN)) {
            member.send("ready");

            assertThat(List.of(next(), next()))
                    .containsExactlyInAnyOrder(
                            new Event(Kind.JOINED, 2, Optional.of("client 2")),
                            new Event(Kind.SENT, 2, Optional.of("ready")));
        }

        assertThat(next()).isEqualTo(new Event(Kind.LEFT, 2, Optional.empty()));
    }

    @Test
    void messages_arrive_in_order_also_those_longer_than_a_node() throws Exception {
        long[] incompressible = new Random(1).longs(400_000).toArray();
        assertThat(Mailbox.bytes(incompressible).length).isGreaterThan(2 * Mailbox.LONGEST);
        try (Membership member = join(1, TOKEN)) {
            next();
            assembly.send(1, "first");
            assembly.send(1, incompressible);
            assembly.send(1, "last");

            assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("first");
            assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(incompressible);
            assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("last");
            assertThat(member.clock().offset().abs()).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void messages_of_the_time_in_which_a_client_was_cut_off_arrive_when_it_is_back() throws Exception {
        Tunnel.Target target = () -> new Socket(
                coordinator.address().getAddress(), coordinator.address().getPort());
        Tunnel link = new Tunnel(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), target);
        int port = link.address().getPort();
        try (Membership member = join(link.address(), new ClientNumber(1, 2), TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            link.close();
            assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("cut off");
            assembly.send(1, "to it");
            member.send("from it");

            link = new Tunnel(new ServerSocket(port, 10, InetAddress.getLoopbackAddress()), target);
            assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("to it");
            assertThat(next()).isEqualTo(new Event(Kind.SENT, 1, Optional.of("from it")));
        } finally {
            link.close();
        }
    }

    @Test
    void a_client_with_another_token_is_refused_and_can_read_nothing() throws Exception {
        assertThatThrownBy(() -> join(1, Secret.of("another-token")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("the coordinator refuses the token");
        try (CoordinatorSession stranger = CoordinatorSession.open(coordinator.address(), Secret.of("another-token"))) {
            for (String node : List.of("/", CoordinatorSession.ROOT, CoordinatorSession.TO + "/1")) {
                assertThatThrownBy(() -> CoordinatorSession.run(
                                () -> stranger.curator().getChildren().forPath(node)))
                        .hasMessageContaining("refuses the token");
                assertThatThrownBy(() -> CoordinatorSession.run(
                                () -> stranger.curator().create().forPath(node.equals("/") ? "/mine" : node + "/mine")))
                        .hasMessageContaining("refuses the token");
            }
        }
        assertThat(assembly.next(0)).isEmpty();
    }

    @Test
    void a_client_that_the_run_does_not_have_is_refused() {
        for (String number : List.of("2/3", "3/3", "1/1")) {
            assertThatThrownBy(() -> join(coordinator.joined(), ClientNumber.parse(number), TOKEN))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("--number " + number + ": the run has 2 clients; give a number from 1/2 to 2/2");
        }
    }

    @Test
    void a_client_whose_number_is_taken_is_refused_and_the_one_that_has_it_goes_on() throws Exception {
        try (Membership member = join(2, TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            assertThatThrownBy(() -> join(2, TOKEN))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("--number 2/2: that client has joined already; give the number of one that has not,"
                            + " from 1/2 to 2/2, or wait 15 s if it was killed");
            assembly.send(2, "still there");

            assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("still there");
            member.send("it is");
            assertThat(next()).isEqualTo(new Event(Kind.SENT, 2, Optional.of("it is")));
        }
        assertThat(next().kind()).isEqualTo(Kind.LEFT);
        join(2, TOKEN).close();
    }

    @Test
    void messages_to_all_arrive_at_each_client() throws Exception {
        try (Membership first = join(1, TOKEN);
                Membership second = join(2, TOKEN)) {
            for (int message = 1; message <= 3; message++) {
                assembly.sendAll("to all " + message);
                assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("to all " + message);
                assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("to all " + message);
            }
            first.send("all");
            second.send("all");
            assertThat(received).isEmpty();
        }
    }

    @Test
    void an_address_has_as_many_connections_as_the_run_has_clients() throws Exception {
        int clients = 200;
        Path directory = Files.createDirectory(temp.resolve("many"));
        InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        List<Socket> sockets = new ArrayList<>();
        try (Coordinator many = Coordinator.start(listen, directory, clients)) {
            for (int i = 0; i < clients; i++) {
                sockets.add(
                        new Socket(many.address().getAddress(), many.address().getPort()));
            }
            try (Assembly there = Assembly.begin(many.address(), TOKEN, 1)) {
                assertThat(there.next(0)).isEmpty();
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        Files.delete(directory);
    }

    @Test
    void clients_elsewhere_join_by_tls_and_only_the_coordinator_of_their_token_file() throws Exception {
        InetSocketAddress any = new InetSocketAddress("0.0.0.0", 0);
        Path directory = Files.createDirectory(temp.resolve("outside"));
        try (Coordinator outside = Coordinator.start(any, directory, 1);
                Assembly there = Assembly.begin(outside.address(), TOKEN, 1)) {
            String file = outside.tokenFile(TOKEN);
            assertThat(file).matches(TOKEN.reveal() + " [0-9a-f]{64}");
            try (Membership member = join(outside.joined(), ONLY, Secret.of(file))) {
                assertThat(there.next(LONG_MILLIS)).contains(new Event(Kind.JOINED, 1, Optional.of("client 1")));
                member.send("by tls");
                assertThat(there.next(LONG_MILLIS)).contains(new Event(Kind.SENT, 1, Optional.of("by tls")));
            }
            String forged = TOKEN.reveal() + " " + "0".repeat(64);
            assertThatThrownBy(() -> join(outside.joined(), ONLY, Secret.of(forged)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("is not the coordinator of the token file")
                    .hasMessageContaining("the coordinator's certificate is not that of the token file");
        }
        Files.delete(directory);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_client_elsewhere_does_not_wait_for_what_accepts_and_is_silent() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            InetSocketAddress there = (InetSocketAddress) silent.getLocalSocketAddress();
            Secret file = Secret.of(TOKEN.reveal() + " " + "0".repeat(64));

            assertThatThrownBy(() -> join(there, ONLY, file))
                    .isInstanceOf(UsageException.class)
                    .hasMessageMatching("no coordinator answers at .*:" + there.getPort()
                            + " within 10 s; give the address that the run names, while it waits for clients");
        }
    }

    @Test
    void a_client_learns_that_the_coordinator_is_gone() throws Exception {
        try (Membership member = join(1, TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            member.send("before the end");
            assertThat(next().kind()).isEqualTo(Kind.SENT);
            coordinator.close();

            assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("cut off");
            coordinator = Coordinator.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), temp, 2);
        }
    }
}
