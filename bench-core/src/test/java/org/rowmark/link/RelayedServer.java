package org.rowmark.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server without a protocol, a relay before it, and the connections through the relay. */
final class RelayedServer implements AutoCloseable {
    /** A connection through the relay. */
    record Connection(Socket client, Socket server) {}

    private final ServerSocket acceptor = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new ArrayList<>();
    private final Path counters;
    private RelayProcess relay;

    /** @param counters the relay's file */
    RelayedServer(Path counters) throws IOException {
        this.counters = counters;
    }

    Connection connect(String link) throws Exception {
        start(link);
        return connection();
    }

    Connection connection() throws Exception {
        Socket client = client();
        return new Connection(client, accepted());
    }

    void start(String link) throws IOException {
        relay = RelayProcess.start(
                LinkSpec.parse("link", link),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), acceptor.getLocalPort()),
                counters);
    }

    Path counters() {
        return counters;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port());
    }

    Socket client() throws IOException {
        Socket client = new Socket();
        sockets.add(client);
        client.setTcpNoDelay(true);
        client.connect(address());
        return client;
    }

    Socket accepted() throws InterruptedException, ExecutionException, TimeoutException {
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

    static byte[] read(Socket socket, int length) {
        try {
            byte[] bytes = new byte[length];
            new DataInputStream(socket.getInputStream()).readFully(bytes);
            return bytes;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    int serverPort() {
        return acceptor.getLocalPort();
    }

    void stopServer() throws IOException {
        acceptor.close();
    }

    long relayPid() {
        return relay.pid();
    }

    boolean isRelayAlive() {
        return relay.isAlive();
    }

    void stopRelay() {
        relay.close();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        acceptor.close();
        if (relay != null) {
            relay.close();
        }
    }
}
