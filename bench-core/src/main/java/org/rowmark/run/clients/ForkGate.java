package org.rowmark.run.clients;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.rowmark.fork.ClientGroup;
import org.rowmark.util.Acceptor;
import org.rowmark.util.FilePermissions;

/** A client's end of the connection of its fork, by which the fork comes to meetings; see {@link ClientGroup}. */
final class ForkGate implements AutoCloseable {
    /** Time for a process that connects to send its secret; forks do so at once. */
    private static final int SECRET_MILLIS = 2000;

    /** More numbers than any fork adds up. */
    private static final int MOST_NUMBERS = 1000;

    private final ServerSocket server;
    private final Path file;
    private final byte[] secret = new byte[ClientGroup.SECRET];
    private final Consumer<List<Long>> comers;
    private Socket fork;
    private boolean isClosed;

    /**
     * Opens a gate.
     *
     * @param directory takes the file by which the fork finds it
     * @param comers takes the numbers that the fork brings to a meeting
     */
    ForkGate(Path directory, int number, int clients, Consumer<List<Long>> comers) throws IOException {
        this.comers = comers;
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        new SecureRandom().nextBytes(secret);
        file = Files.createTempFile(directory, ".gate", "", FilePermissions.ownerOnly(directory));
        Files.write(
                file,
                List.of(
                        String.valueOf(server.getLocalPort()),
                        HexFormat.of().formatHex(secret),
                        String.valueOf(number),
                        String.valueOf(clients)));
        Acceptor.start(server, "rowmark-gate", this::serve);
    }

    Path file() {
        return file;
    }

    private void serve(Socket connected) throws IOException {
        try (connected) {
            connected.setTcpNoDelay(true);
            connected.setSoTimeout(SECRET_MILLIS);
            DataInputStream in = new DataInputStream(connected.getInputStream());
            if (!MessageDigest.isEqual(in.readNBytes(ClientGroup.SECRET), secret) || !keep(connected)) {
                return;
            }
            connected.setSoTimeout(0);
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > MOST_NUMBERS) {
                    throw new IOException("a fork cannot bring " + length + " numbers");
                }
                List<Long> numbers = new ArrayList<>();
                for (int i = 0; i < length; i++) {
                    numbers.add(in.readLong());
                }
                comers.accept(numbers);
            }
        }
    }

    private synchronized boolean keep(Socket connected) {
        if (isClosed || fork != null) {
            return false;
        }
        fork = connected;
        return true;
    }

    /** Lets the fork go on, with the sums of what all forks brought. */
    synchronized void goOn(List<Long> sums) throws IOException {
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(fork.getOutputStream()));
        for (long sum : sums) {
            out.writeLong(sum);
        }
        out.writeByte(0);
        out.flush();
    }

    /** Closes it; a fork that waits fails. */
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        server.close();
        if (fork != null) {
            fork.close();
        }
        Files.deleteIfExists(file);
    }
}
