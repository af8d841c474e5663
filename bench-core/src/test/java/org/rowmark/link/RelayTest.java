package org.rowmark.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.Await;
import org.rowmark.util.UsageException;

/** The relay process between real sockets. How exact its times are is measured by link-test and not tested here. */
@Timeout(60)
class RelayTest {
    private static final int MANY = 20;
    private static final int MOST_BUFFERED = 64 << 20;

    @TempDir
    private Path temp;

    private ServerSocket acceptor;
    private RelayProcess relay;
    private final List<Socket> sockets = new ArrayList<>();

    /** A connection through the relay. */
    private record Connection(Socket client, Socket server) {}

    @BeforeEach
    void listen() throws IOException {
        acceptor = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        acceptor.close();
        if (relay != null) {
            relay.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtt=0", "rtt=3ms,jitter=3ms", "bandwidth=100m", "rtt=1ms,bandwidth=1g"})
    void relays_all_bytes_in_order_in_both_directions(String link) throws Exception {
        Connection connection = connect(link);
        byte[] there = random(1, 3_000_000);
        byte[] back = random(2, 2_000_000);
        CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> read(connection.server, there.length));
        CompletableFuture<byte[]> answered = CompletableFuture.supplyAsync(() -> read(connection.client, back.length));
        CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> write(connection.server, back));

        write(connection.client, there);

        assertThat(received.get()).isEqualTo(there);
        assertThat(answered.get()).isEqualTo(back);
        answering.get();
    }

    @Test
    void small_messages_stay_in_order_with_jitter() throws Exception {
        Connection connection = connect("rtt=4ms,jitter=4ms");
        byte[] sent = new byte[500];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) i;
            write(connection.client, new byte[] {sent[i]});
        }

        assertThat(read(connection.server, sent.length)).isEqualTo(sent);
    }

    @Test
    void a_round_trip_takes_as_long_as_set_and_a_pipeline_takes_one() throws Exception {
        Connection connection = connect("rtt=100ms");
        CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < MANY; i++) {
                write(connection.server, read(connection.server, 1));
            }
        });
        long before = System.nanoTime();
        for (int i = 0; i < MANY; i++) {
            write(connection.client, new byte[] {1});
        }

        read(connection.client, MANY);

        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(Duration.ofMillis(99), Duration.ofMillis(MANY * 100L / 2));
    }

    @Test
    void opening_a_connection_takes_a_round_trip_of_its_own() throws Exception {
        start("rtt=100ms");
        long before = System.nanoTime();
        Socket client = client();
        Socket server = accepted();
        write(client, new byte[] {1});
        write(server, read(server, 1));

        read(client, 1);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(198));
    }

    @Test
    void the_bandwidth_is_not_exceeded() throws Exception {
        Connection connection = connect("bandwidth=8m");
        long before = System.nanoTime();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> write(connection.client, new byte[500_000]));

        read(connection.server, 500_000);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(490));
        sending.get();
    }

    @Test
    void connections_share_the_bandwidth() throws Exception {
        Connection first = connect("bandwidth=8m");
        Connection second = connection();
        long before = System.nanoTime();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> write(first.client, new byte[250_000]))
                .thenCombine(
                        CompletableFuture.runAsync(() -> write(second.client, new byte[250_000])), (one, two) -> null);
        CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> read(first.server, 250_000));

        read(second.server, 250_000);
        received.get();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(490));
        sending.get();
    }

    @Test
    void a_sender_waits_for_a_reader_that_stops() throws Exception {
        start("rtt=1ms");
        try (SocketChannel client = SocketChannel.open(address())) {
            Socket server = accepted();
            client.configureBlocking(false);
            ByteBuffer block = ByteBuffer.allocate(1 << 16);
            long sent = 0;
            int stopped = 0;
            while (stopped < 5 && sent < MOST_BUFFERED) {
                int put = client.write(block.clear());
                sent += put;
                stopped = put == 0 ? stopped + 1 : 0;
                if (put == 0) {
                    Thread.sleep(100);
                }
            }
            assertThat(sent).isBetween(1L << 16, (long) MOST_BUFFERED - 1);
            client.shutdownOutput();

            assertThat(server.getInputStream().transferTo(OutputStream.nullOutputStream()))
                    .isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtt=0", "rtt=2ms"})
    void passes_on_that_one_direction_is_closed(String link) throws Exception {
        Connection connection = connect(link);
        write(connection.client, new byte[] {1, 2, 3});
        connection.client.shutdownOutput();

        assertThat(connection.server.getInputStream().readAllBytes()).containsExactly(1, 2, 3);

        write(connection.server, new byte[] {4, 5});
        connection.server.close();

        assertThat(connection.client.getInputStream().readAllBytes()).containsExactly(4, 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtt=0", "rtt=2ms"})
    void passes_on_a_reset_of_the_server(String link) throws Exception {
        Connection connection = connect(link);
        write(connection.client, new byte[] {1});
        read(connection.server, 1);
        connection.server.setSoLinger(true, 0);
        connection.server.close();

        assertThatThrownBy(() -> connection.client.getInputStream().read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void passes_on_a_reset_of_the_client() throws Exception {
        Connection connection = connect("rtt=2ms");
        connection.client.setSoLinger(true, 0);
        connection.client.close();

        assertThatThrownBy(() -> connection.server.getInputStream().read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void a_client_of_a_server_that_is_gone_is_cut_off() throws Exception {
        start("rtt=1ms");
        acceptor.close();
        Socket client = client();

        assertThatThrownBy(() -> client.getInputStream().read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void relays_many_connections_at_once() throws Exception {
        start("rtt=1ms");
        List<CompletableFuture<byte[]>> received = new ArrayList<>();
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Connection connection = connection();
            byte[] bytes = random(i, 200_000);
            sent.add(bytes);
            received.add(CompletableFuture.supplyAsync(
                    () -> {
                        CompletableFuture<Void> echo = CompletableFuture.runAsync(
                                () -> write(connection.server, read(connection.server, bytes.length)),
                                task -> new Thread(task).start());
                        write(connection.client, bytes);
                        byte[] back = read(connection.client, bytes.length);
                        echo.join();
                        return back;
                    },
                    task -> new Thread(task).start()));
        }

        for (int i = 0; i < MANY; i++) {
            assertThat(received.get(i).get()).isEqualTo(sent.get(i));
        }
    }

    @Test
    void counts_round_trips_bytes_and_segments() throws Exception {
        Connection connection = connect("rtt=100us");
        for (int i = 0; i < 10; i++) {
            write(connection.client, new byte[3]);
            write(connection.server, read(connection.server, 3));
            write(connection.server, new byte[2]);
            read(connection.client, 5);
        }

        LinkCounters.Reading counted = LinkCounters.open(counters()).read();

        assertThat(counted.connections()).isEqualTo(1);
        assertThat(counted.roundTrips()).isEqualTo(10);
        assertThat(counted.bytesSent()).isEqualTo(30);
        assertThat(counted.bytesReceived()).isEqualTo(50);
        assertThat(counted.segmentsSent()).isEqualTo(10);
        assertThat(counted.segmentsReceived()).isBetween(10L, 20L);
    }

    @Test
    void reports_that_its_port_is_taken() {
        assertThatThrownBy(() -> start("rtt=1ms,port=" + acceptor.getLocalPort()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("link rtt=1ms,port=" + acceptor.getLocalPort())
                .hasMessageContaining("cannot listen")
                .hasMessageContaining("choose another one");
        assertThat(counters()).doesNotExist();
    }

    @Test
    void reports_an_unknown_host() {
        assertThatThrownBy(() -> RelayProcess.start(
                        LinkSpec.parse("link", "rtt=1ms"),
                        InetSocketAddress.createUnresolved("no-such-host.invalid", 1),
                        counters()))
                .isInstanceOf(UsageException.class)
                .hasMessage("link rtt=1ms: the host no-such-host.invalid of the URL is unknown");
    }

    @Test
    void removes_its_counters_when_it_is_closed() throws Exception {
        start("rtt=1ms");
        assertThat(counters()).exists();

        relay.close();

        assertThat(relay.isAlive()).isFalse();
        assertThat(counters()).doesNotExist();
    }

    @Test
    @SuppressWarnings("try") // closed before the end of the block, on purpose
    void ends_with_the_process_that_started_it_even_if_that_is_killed() throws Exception {
        try (JavaProcess owner = new JavaProcess(
                List.of(), RelayOwner.class.getName(), counters().toString())) {
            ProcessHandle orphan =
                    ProcessHandle.of(Long.parseLong(owner.line().orElseThrow())).orElseThrow();
            assertThat(orphan.isAlive()).isTrue();

            owner.close(); // SIGKILL

            Await.until(() -> !orphan.isAlive(), Duration.ofSeconds(20), Duration.ofMillis(20));
            assertThat(orphan.isAlive()).isFalse();
        }
    }

    private Connection connect(String link) throws Exception {
        start(link);
        return connection();
    }

    private Connection connection() throws Exception {
        Socket client = client();
        return new Connection(client, accepted());
    }

    private void start(String link) throws IOException {
        relay = RelayProcess.start(
                LinkSpec.parse("link", link),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), acceptor.getLocalPort()),
                counters());
    }

    private Path counters() {
        return temp.resolve("counters");
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port());
    }

    private Socket client() throws IOException {
        Socket client = new Socket();
        sockets.add(client);
        client.setTcpNoDelay(true);
        client.connect(address());
        return client;
    }

    private Socket accepted() throws InterruptedException, ExecutionException, TimeoutException {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        Socket server = acceptor.accept();
                        sockets.add(server);
                        server.setTcpNoDelay(true);
                        return server;
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .get(30, TimeUnit.SECONDS);
    }

    private static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] read(Socket socket, int length) {
        try {
            byte[] bytes = new byte[length];
            new DataInputStream(socket.getInputStream()).readFully(bytes);
            return bytes;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
