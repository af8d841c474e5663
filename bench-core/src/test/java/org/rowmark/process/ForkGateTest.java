package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ForkGateTest {
    private static final long LONG_SECONDS = 20;

    @TempDir
    Path temp;

    private final BlockingQueue<List<Long>> come = new LinkedBlockingQueue<>();
    private final List<Socket> sockets = new ArrayList<>();
    private ForkGate gate;
    private byte[] secret;

    @BeforeEach
    void open() throws IOException {
        gate = new ForkGate(temp, List.of("1", "2"), come::add);
        secret = HexFormat.of().parseHex(lines().get(1));
    }

    @AfterEach
    void close() throws IOException {
        gate.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void lets_a_fork_come_and_go_on() throws Exception {
        assertThatAForkComesAndGoesOn();
    }

    @Test
    void accepts_the_fork_behind_one_that_connects_and_is_silent() throws Exception {
        Socket silent = connect();
        assertThat(silent.getInputStream().read()).as("closed in the end").isNegative();

        assertThatAForkComesAndGoesOn();
    }

    @Test
    void accepts_the_fork_behind_connections_that_were_reset() throws Exception {
        for (int i = 0; i < 3; i++) {
            Socket reset = connect();
            reset.setSoLinger(true, 0);
            reset.close();
        }

        assertThatAForkComesAndGoesOn();
    }

    @Test
    void accepts_the_fork_behind_others_with_wrong_and_incomplete_secrets() throws Exception {
        connect(new byte[ForkGate.Link.SECRET]);
        connect("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        connect(Arrays.copyOf(secret, 3)).shutdownOutput();

        assertThatAForkComesAndGoesOn();
    }

    @Test
    void accepts_the_fork_while_many_others_are_silent() throws Exception {
        for (int i = 0; i < 30; i++) {
            connect();
        }

        assertThatAForkComesAndGoesOn();
    }

    @Test
    void closes_the_connection_of_a_fork_that_brings_an_impossible_count() throws Exception {
        Socket fork = connect(secret);
        introduced(fork).writeInt(-1);

        assertThat(fork.getInputStream().read()).isNegative();
    }

    @Test
    void closed_ends_the_wait_of_its_fork() throws Exception {
        Socket fork = connect(secret);
        introduced(fork).writeInt(0);
        assertThat(come.poll(LONG_SECONDS, TimeUnit.SECONDS)).isEmpty();

        gate.close();

        assertThat(fork.getInputStream().read()).isNegative();
    }

    private void assertThatAForkComesAndGoesOn() throws Exception {
        Socket fork = connect(secret);
        DataOutputStream out = introduced(fork);
        DataInputStream in = new DataInputStream(fork.getInputStream());
        for (long meeting = 1; meeting <= 2; meeting++) {
            out.writeInt(1);
            out.writeLong(meeting);
            assertThat(come.poll(LONG_SECONDS, TimeUnit.SECONDS)).containsExactly(meeting);
            gate.goOn(List.of(10 * meeting));
            assertThat(in.readInt()).isOne();
            assertThat(in.readLong()).isEqualTo(10 * meeting);
        }
    }

    /** Sends the rest of what begins a connection. */
    private static DataOutputStream introduced(Socket fork) throws IOException {
        DataOutputStream out = new DataOutputStream(fork.getOutputStream());
        out.writeLong(7); // its pid
        return out;
    }

    private Socket connect(byte... bytes) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(lines().get(0)));
        socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(LONG_SECONDS));
        sockets.add(socket);
        socket.getOutputStream().write(bytes);
        return socket;
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(gate.file());
    }
}
