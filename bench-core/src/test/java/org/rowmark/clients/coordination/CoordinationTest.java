package org.rowmark.clients.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.clients.coordination.Coordinator.Event;
import org.rowmark.clients.coordination.Coordinator.Kind;
import org.rowmark.clients.coordination.Membership.ClientNumber;
import org.rowmark.db.ForwardedPort;
import org.rowmark.util.Await;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

class CoordinationTest {
    private static final Secret TOKEN = Secret.of("the-token-of-this-run");
    private static final long LONG_MILLIS = 20_000;

    @TempDir
    Path temp;

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private Coordinator<String> coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = startCoordinator();
    }

    @AfterEach
    void end() {
        coordinator.close();
        assertThat(temp).isEmptyDirectory();
    }

    private Coordinator<String> startCoordinator() throws IOException {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), temp);
    }

    private static Coordinator<String> start(InetSocketAddress listen, Path parent) throws IOException {
        return Coordinator.start(listen, parent, TOKEN, 2, String.class);
    }

    private Membership<String> join(int number, Secret token) throws Exception {
        return join(coordinator.address(), new ClientNumber(number, 2), token);
    }

    private Membership<String> join(InetSocketAddress there, ClientNumber number, Secret token) throws Exception {
        String first = "client " + number.number();
        Membership<String> member = Membership.join(there, token, number, first, String.class, "cut off");
        Thread receiver = new Thread(() -> receive(member));
        receiver.setDaemon(true);
        receiver.start();
        return member;
    }

    private void receive(Membership<String> member) {
        try {
            while (true) {
                received.add(member.next());
            }
        } catch (IOException e) {
            received.add("lost");
        }
    }

    private Event<String> next() throws Exception {
        return coordinator.next(LONG_MILLIS).orElseThrow();
    }

    private String received() throws Exception {
        return received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Test
    void a_coordinator_whose_port_is_taken_leaves_nothing_behind() throws Exception {
        Path parent = Files.createDirectory(temp.resolve("another"));

        assertThatThrownBy(() -> start(coordinator.address(), parent)).isInstanceOf(BindException.class);

        assertThat(parent).isEmptyDirectory();
        Files.delete(parent);
    }

    @Test
    void a_client_joins_sends_and_leaves() throws Exception {
        try (Membership<String> member = join(2, TOKEN)) {
            member.send("ready");
            member.send("steady");

            assertThat(List.of(next(), next(), next()))
                    .containsExactly(
                            new Event<>(Kind.JOINED, 2, Optional.of("client 2")),
                            new Event<>(Kind.SENT, 2, Optional.of("ready")),
                            new Event<>(Kind.SENT, 2, Optional.of("steady")));
            assertThat(member.clock().offset().abs()).isLessThan(Duration.ofSeconds(1));
        }

        assertThat(next()).isEqualTo(new Event<>(Kind.LEFT, 2, Optional.empty()));
    }

    @Test
    void long_messages_arrive_and_longer_ones_than_the_limit_are_refused() throws Exception {
        String longest = "x".repeat(CoordinatorSession.MOST_BYTES - 2);
        try (Membership<String> member = join(1, TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            member.send(longest);
            coordinator.send(1, longest);

            assertThat(next().content()).contains(longest);
            assertThat(received()).isEqualTo(longest);
            assertThatThrownBy(() -> member.send(longest + "x"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("let the fork print less");
        }
    }

    @Test
    void an_order_of_the_time_in_which_a_client_was_cut_off_arrives_when_it_is_back() throws Exception {
        int port = coordinator.address().getPort();
        ForwardedPort link = new ForwardedPort(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), port);
        try (Membership<String> member = join(link.address(), new ClientNumber(1, 2), TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            link.close();
            assertThat(received()).isEqualTo("cut off");
            coordinator.send(1, "to it");
            member.send("from it");

            link = new ForwardedPort(link.address(), port);
            assertThat(received()).isEqualTo("to it");
            assertThat(next()).isEqualTo(new Event<>(Kind.SENT, 1, Optional.of("from it")));
        } finally {
            link.close();
        }
    }

    @Test
    void a_client_with_another_token_is_refused_and_can_read_nothing() throws Exception {
        assertThatThrownBy(() -> join(1, Secret.of("another-token")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("the coordinator refuses the token");
        String joined = CoordinatorSession.FROM + "/1";
        try (Membership<String> member = join(1, TOKEN);
                CoordinatorSession stranger =
                        CoordinatorSession.open(coordinator.address(), Secret.of("another-token"))) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            assertThatThrownBy(() -> CoordinatorSession.run(
                            () -> stranger.curator().getData().forPath(joined)))
                    .hasMessageContaining("refuses the token");
            for (String node : List.of("/", CoordinatorSession.ROOT, CoordinatorSession.TO + "/1", joined)) {
                assertThatThrownBy(() -> CoordinatorSession.run(
                                () -> stranger.curator().getChildren().forPath(node)))
                        .hasMessageContaining("refuses the token");
                assertThatThrownBy(() -> CoordinatorSession.run(
                                () -> stranger.curator().create().forPath(node.equals("/") ? "/mine" : node + "/mine")))
                        .hasMessageContaining("refuses the token");
            }
            member.send("untouched");
        }
        assertThat(next().content()).contains("untouched");
        assertThat(next().kind()).isEqualTo(Kind.LEFT);
        assertThat(coordinator.next(0)).isEmpty();
    }

    @Test
    void a_message_that_cannot_be_read_is_one_without_content() throws Exception {
        String deep = "[".repeat(100_000);
        try (CoordinatorSession member = CoordinatorSession.open(coordinator.address(), TOKEN)) {
            member.curator()
                    .create()
                    .forPath(CoordinatorSession.FROM + "/2-1", deep.getBytes(StandardCharsets.US_ASCII));

            assertThat(next()).isEqualTo(new Event<>(Kind.SENT, 2, Optional.empty()));
        }
    }

    @Tag("slow")
    @Test
    void strangers_cannot_use_up_the_connections_of_the_coordinator() throws Exception {
        List<ZooKeeper> strangers = new ArrayList<>();
        try (Socket silent = new Socket(
                coordinator.address().getAddress(), coordinator.address().getPort())) {
            for (int i = 0; i < 100; i++) {
                strangers.add(new ZooKeeper(SocketAddresses.text(coordinator.address()), (int) LONG_MILLIS, e -> {}));
            }
            Await.until(
                    () -> strangers.stream().allMatch(each -> each.getState().isConnected()),
                    Duration.ofMillis(LONG_MILLIS),
                    Duration.ofMillis(50));

            try (Membership<String> member = join(1, TOKEN)) {
                assertThat(next().kind()).isEqualTo(Kind.JOINED);
                member.send("there");
                assertThat(next().content()).contains("there");
            }
            silent.setSoTimeout(2 * (int) LONG_MILLIS);
            assertThat(silent.getInputStream().read())
                    .as("one without a session is closed")
                    .isNegative();
        } finally {
            for (ZooKeeper stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void a_client_that_the_run_does_not_have_is_refused() {
        for (String number : List.of("2/3", "3/3", "1/1")) {
            assertThatThrownBy(() -> join(coordinator.address(), ClientNumber.parse(number), TOKEN))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("--number " + number + ": the run has 2 clients; give a number from 1/2 to 2/2");
        }
    }

    @Test
    void a_client_whose_number_is_taken_is_refused_and_the_one_that_has_it_goes_on() throws Exception {
        try (Membership<String> member = join(2, TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            assertThatThrownBy(() -> join(2, TOKEN))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("--number 2/2: that client has joined already; give the number of one that has not,"
                            + " from 1/2 to 2/2, or wait 15 s if it was killed");
            coordinator.send(2, "still there");

            assertThat(received()).isEqualTo("still there");
            member.send("it is");
            assertThat(next()).isEqualTo(new Event<>(Kind.SENT, 2, Optional.of("it is")));
        }
        assertThat(next().kind()).isEqualTo(Kind.LEFT);
        try (Membership<String> again = join(2, TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            coordinator.send(2, "to the second");
            assertThat(received()).as("nothing of what the first was sent").isEqualTo("to the second");
            again.send("it has it");
        }
    }

    @Test
    void orders_to_all_arrive_at_each_client() throws Exception {
        try (Membership<String> first = join(1, TOKEN);
                Membership<String> second = join(2, TOKEN)) {
            for (int message = 1; message <= 3; message++) {
                coordinator.sendAll("to all " + message);
                assertThat(received()).isEqualTo("to all " + message);
                assertThat(received()).isEqualTo("to all " + message);
            }
            first.send("all");
            second.send("all");
            assertThat(received).isEmpty();
        }
    }

    @Test
    void a_client_learns_that_the_coordinator_is_gone() throws Exception {
        try (Membership<String> member = join(1, TOKEN)) {
            assertThat(next().kind()).isEqualTo(Kind.JOINED);
            member.send("before the end");
            assertThat(next().kind()).isEqualTo(Kind.SENT);
            coordinator.close();

            assertThat(received()).isEqualTo("cut off");
            coordinator = startCoordinator();
        }
    }
}
