package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AcceptorTest {
    private final BlockingQueue<Integer> taken = new LinkedBlockingQueue<>();

    @Test
    void takes_a_connection_while_others_are_silent() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Acceptor.start(server, "test", this::take);
            try (Socket silent = connect(server);
                    Socket alsoSilent = connect(server);
                    Socket connected = connect(server)) {
                connected.getOutputStream().write(7);

                assertThat(taken.poll(20, TimeUnit.SECONDS)).isEqualTo(7);
                assertThat(silent.isConnected() && alsoSilent.isConnected()).isTrue();
            }
        }
    }

    @Test
    void closes_a_connection_that_cannot_be_used() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Acceptor.start(server, "test", connected -> {
                throw new SocketException("reset");
            });
            try (Socket connected = connect(server)) {
                assertThat(connected.getInputStream().read()).isNegative();
            }
        }
    }

    @Test
    void tries_again_after_a_pause_when_nothing_can_be_accepted() throws Exception {
        CountDownLatch failures = new CountDownLatch(3);
        try (ServerSocket server = new WithoutDescriptors(failures)) {
            long begun = System.nanoTime();
            Acceptor.start(server, "test", this::take);
            failures.await();
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isGreaterThanOrEqualTo(Acceptor.PAUSE.multipliedBy(2));
            try (Socket connected = connect(server)) {
                connected.getOutputStream().write(7);

                assertThat(taken.poll(20, TimeUnit.SECONDS)).isEqualTo(7);
            }
        }
    }

    private void take(Socket connected) throws IOException {
        try (connected) {
            taken.add(connected.getInputStream().read());
        }
    }

    private static Socket connect(ServerSocket server) throws IOException {
        Socket connected = new Socket(server.getInetAddress(), server.getLocalPort());
        connected.setSoTimeout(20_000);
        return connected;
    }

    /** A server socket that fails as without file descriptors. */
    private static final class WithoutDescriptors extends ServerSocket {
        private final CountDownLatch failures;

        WithoutDescriptors(CountDownLatch failures) throws IOException {
            super(0, 0, InetAddress.getLoopbackAddress());
            this.failures = failures;
        }

        @Override
        public Socket accept() throws IOException {
            if (failures.getCount() > 0) {
                failures.countDown();
                throw new SocketException("Too many open files");
            }
            return super.accept();
        }
    }
}
