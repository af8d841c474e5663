package org.rowmark.clients.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TunnelTest {
    private static final int MILLIS = 20_000;

    @TempDir
    Path temp;

    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void connects_strangers_that_shake_no_hands_to_nothing() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        RunCertificate certificate = RunCertificate.make(temp);
        ServerSocket outside = certificate.context().getServerSocketFactory().createServerSocket(0, 200, here);
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocket inside = new ServerSocket(0, 0, here);
                Tunnel tunnel = new Tunnel(outside, () -> {
                    connections.incrementAndGet();
                    return new Socket(here, inside.getLocalPort());
                })) {
            for (int i = 0; i < 150; i++) {
                sockets.add(new Socket(here, tunnel.address().getPort()));
            }

            Socket client = RunCertificate.to(certificate.sha256())
                    .getSocketFactory()
                    .createSocket(here, tunnel.address().getPort());
            sockets.add(client);
            client.setSoTimeout(MILLIS);
            client.getOutputStream().write(7);

            inside.setSoTimeout(MILLIS);
            Socket passedOn = inside.accept();
            sockets.add(passedOn);
            passedOn.setSoTimeout(MILLIS);
            assertThat(passedOn.getInputStream().read()).isEqualTo(7);
            assertThat(connections).hasValue(1);
            passedOn.getOutputStream().write(8);
            assertThat(client.getInputStream().read()).isEqualTo(8);
        }
    }
}
