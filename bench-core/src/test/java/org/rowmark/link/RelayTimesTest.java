package org.rowmark.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.link.RelayedServer.read;
import static org.rowmark.link.RelayedServer.write;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the relay process does to times; how exact it is, is measured by the overhead tool and not tested here. */
@Timeout(60)
class RelayTimesTest {
    private static final int MANY = 20;
    private static final int MOST_BUFFERED = 64 << 20;

    @TempDir
    private Path temp;

    @AutoClose
    private RelayedServer relayed;

    @BeforeEach
    void listen() throws IOException {
        relayed = new RelayedServer(temp.resolve("counters"));
    }

    @Test
    void a_round_trip_takes_as_long_as_set_and_a_pipeline_takes_one() throws Exception {
        RelayedServer.Connection connection = relayed.connect("rtt=100ms");
        CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < MANY; i++) {
                write(connection.server(), read(connection.server(), 1));
            }
        });
        long before = System.nanoTime();
        for (int i = 0; i < MANY; i++) {
            write(connection.client(), new byte[] {1});
        }

        read(connection.client(), MANY);

        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(Duration.ofMillis(99), Duration.ofMillis(MANY * 100L / 2));
    }

    @Test
    void opening_a_connection_takes_a_round_trip_of_its_own() throws Exception {
        relayed.start("rtt=100ms");
        long before = System.nanoTime();
        Socket client = relayed.client();
        Socket server = relayed.accepted();
        write(client, new byte[] {1});
        write(server, read(server, 1));

        read(client, 1);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(198));
    }

    @Test
    void the_bandwidth_is_not_exceeded() throws Exception {
        RelayedServer.Connection connection = relayed.connect("bandwidth=8m");
        long before = System.nanoTime();
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(() -> write(connection.client(), new byte[500_000]));

        read(connection.server(), 500_000);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(490));
        sending.get();
    }

    @Test
    void connections_share_the_bandwidth() throws Exception {
        RelayedServer.Connection first = relayed.connect("bandwidth=8m");
        RelayedServer.Connection second = relayed.connection();
        long before = System.nanoTime();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> write(first.client(), new byte[250_000]))
                .thenCombine(
                        CompletableFuture.runAsync(() -> write(second.client(), new byte[250_000])),
                        (one, two) -> null);
        CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> read(first.server(), 250_000));

        read(second.server(), 250_000);
        received.get();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(490));
        sending.get();
    }

    @Test
    void a_sender_waits_for_a_reader_that_stops() throws Exception {
        relayed.start("rtt=1ms");
        try (SocketChannel client = SocketChannel.open(relayed.address())) {
            Socket server = relayed.accepted();
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
}
