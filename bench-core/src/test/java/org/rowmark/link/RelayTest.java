package org.rowmark.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.link.RelayedServer.read;
import static org.rowmark.link.RelayedServer.write;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.Await;
import org.rowmark.util.UsageException;

/** The relay process between real sockets. How exact its times are is measured by the overhead tool and not tested here. */
@Timeout(60)
class RelayTest {
    private static final int MANY = 20;

    @TempDir
    private Path temp;

    @AutoClose
    private RelayedServer relayed;

    @BeforeEach
    void listen() throws IOException {
        relayed = new RelayedServer(temp.resolve("counters"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtt=0", "rtt=3ms,jitter=3ms", "bandwidth=100m", "rtt=1ms,bandwidth=1g"})
    void relays_all_bytes_in_order_in_both_directions(String link) throws Exception {
        RelayedServer.Connection connection = relayed.connect(link);
        byte[] there = random(1, 3_000_000);
        byte[] back = random(2, 2_000_000);
        CompletableFuture<byte[]> received =
                CompletableFuture.supplyAsync(() -> read(connection.server(), there.length));
        CompletableFuture<byte[]> answered =
                CompletableFuture.supplyAsync(() -> read(connection.client(), back.length));
        CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> write(connection.server(), back));

        write(connection.client(), there);

        assertThat(received.get()).isEqualTo(there);
        assertThat(answered.get()).isEqualTo(back);
        answering.get();
    }

    @Test
    void small_messages_stay_in_order_with_jitter() throws Exception {
        RelayedServer.Connection connection = relayed.connect("rtt=4ms,jitter=4ms");
        byte[] sent = new byte[500];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) i;
            write(connection.client(), new byte[] {sent[i]});
        }

        assertThat(read(connection.server(), sent.length)).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtt=0", "rtt=2ms"})
    void closes_a_connection_behind_what_was_sent_before(String link) throws Exception {
        RelayedServer.Connection connection = relayed.connect(link);
        write(connection.client(), new byte[] {1, 2, 3});
        assertThat(read(connection.server(), 3)).containsExactly(1, 2, 3);
        write(connection.server(), new byte[] {4, 5});
        connection.server().close();

        assertThat(connection.client().getInputStream().readAllBytes()).containsExactly(4, 5);

        RelayedServer.Connection other = relayed.connection();
        write(other.client(), new byte[] {6});
        other.client().close();

        assertThat(other.server().getInputStream().readAllBytes()).containsExactly(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtt=0", "rtt=2ms"})
    void a_connection_that_one_end_has_reset_is_cut_off_at_the_other(String link) throws Exception {
        RelayedServer.Connection connection = relayed.connect(link);
        write(connection.client(), new byte[] {1});
        read(connection.server(), 1);
        connection.server().setSoLinger(true, 0);
        connection.server().close();

        assertThat(isCutOff(connection.client())).isTrue();

        RelayedServer.Connection other = relayed.connection();
        other.client().setSoLinger(true, 0);
        other.client().close();

        assertThat(isCutOff(other.server())).isTrue();
    }

    @Test
    void a_client_of_a_server_that_is_gone_is_cut_off() throws Exception {
        relayed.start("rtt=1ms");
        relayed.stopServer();

        assertThat(isCutOff(relayed.client())).isTrue();
    }

    private static boolean isCutOff(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void relays_many_connections_at_once() throws Exception {
        relayed.start("rtt=1ms");
        List<CompletableFuture<byte[]>> received = new ArrayList<>();
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            RelayedServer.Connection connection = relayed.connection();
            byte[] bytes = random(i, 200_000);
            sent.add(bytes);
            received.add(CompletableFuture.supplyAsync(
                    () -> {
                        CompletableFuture<Void> echo = CompletableFuture.runAsync(
                                () -> write(connection.server(), read(connection.server(), bytes.length)),
                                task -> new Thread(task).start());
                        write(connection.client(), bytes);
                        byte[] back = read(connection.client(), bytes.length);
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
        RelayedServer.Connection connection = relayed.connect("rtt=100us");
        for (int i = 0; i < 10; i++) {
            write(connection.client(), new byte[3]);
            write(connection.server(), read(connection.server(), 3));
            write(connection.server(), new byte[2]);
            read(connection.client(), 5);
        }

        LinkCounters.Counts counted = LinkCounters.open(relayed.counters()).read();

        assertThat(counted.connections()).isEqualTo(1);
        assertThat(counted.roundTrips()).isEqualTo(10);
        assertThat(counted.bytesSent()).isEqualTo(30);
        assertThat(counted.bytesReceived()).isEqualTo(50);
        assertThat(counted.segments()).isBetween(20L, 30L);
    }

    @Test
    void reports_that_its_port_is_taken() {
        assertThatThrownBy(() -> relayed.start("rtt=1ms,port=" + relayed.serverPort()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("link rtt=1ms,port=" + relayed.serverPort())
                .hasMessageContaining("cannot listen")
                .hasMessageContaining("choose another one");
        assertThat(relayed.counters()).doesNotExist();
    }

    @Test
    void reports_an_unknown_host() {
        assertThatThrownBy(() -> RelayProcess.start(
                        LinkSpec.parse("link", "rtt=1ms"),
                        InetSocketAddress.createUnresolved("no-such-host.invalid", 1),
                        relayed.counters()))
                .isInstanceOf(UsageException.class)
                .hasMessage("link rtt=1ms: the host no-such-host.invalid of the URL is unknown");
    }

    @Test
    void removes_its_counters_when_it_is_closed() throws Exception {
        relayed.start("rtt=1ms");
        assertThat(relayed.counters()).exists();

        relayed.stopRelay();

        assertThat(relayed.isRelayAlive()).isFalse();
        assertThat(relayed.counters()).doesNotExist();
    }

    @Test
    void ends_with_the_process_that_started_it_even_if_that_is_killed() throws Exception {
        Process owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelayOwner.class.getName(),
                        relayed.counters().toString())
                .start();
        try {
            String pid = owner.inputReader(StandardCharsets.UTF_8).readLine();
            ProcessHandle orphan = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            assertThat(orphan.isAlive()).isTrue();

            owner.destroyForcibly(); // SIGKILL

            Await.until(() -> !orphan.isAlive(), Duration.ofSeconds(20), Duration.ofMillis(20));
            assertThat(orphan.isAlive()).isFalse();
        } finally {
            owner.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void rests_while_it_has_no_file_descriptor_for_a_connection_and_accepts_it_later() throws Exception {
        RelayedServer.Connection connection = relayed.connect("rtt=1ms");
        write(connection.client(), new byte[] {1});
        read(connection.server(), 1); // the relay has loaded its classes
        leaveNoFile(relayed.relayPid());
        relayed.client();

        assertThat(cpuTimeOfASecond(relayed.relayPid())).isLessThan(Duration.ofMillis(100));
        write(connection.client(), new byte[] {1});
        assertThat(read(connection.server(), 1)).containsExactly(1);
        assertThat(accepted()).isEqualTo(1);

        connection.client().close();
        connection.server().close();
        relayed.accepted();
        assertThat(accepted()).isEqualTo(2);
    }

    private static void leaveNoFile(long pid) throws Exception {
        int free = 0;
        while (Files.exists(Path.of("/proc/" + pid + "/fd/" + free), LinkOption.NOFOLLOW_LINKS)) {
            free++;
        }
        Process process = new ProcessBuilder("prlimit", "--pid", Long.toString(pid), "--nofile=" + free).start();
        assertThat(process.waitFor()).isZero();
    }

    private long accepted() throws IOException {
        return LinkCounters.open(relayed.counters()).read().connections();
    }

    private static Duration cpuTimeOfASecond(long pid) throws InterruptedException {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        Duration before = process.info().totalCpuDuration().orElseThrow();
        TimeUnit.SECONDS.sleep(1);
        return process.info().totalCpuDuration().orElseThrow().minus(before);
    }

    private static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
