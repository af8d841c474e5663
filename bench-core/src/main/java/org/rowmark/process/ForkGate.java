package org.rowmark.process;

import java.io.BufferedInputStream;
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
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.rowmark.util.Acceptor;
import org.rowmark.util.FilePermissions;

/**
 * A barrier at which a fork waits until it is let through, as often as it comes: a socket of this machine, which the
 * fork finds by a file that only its owner can read. {@link Link} is the fork's end.
 */
public final class ForkGate implements AutoCloseable {
    private static final int SECRET_MILLIS = 2000;

    /** More numbers than any fork adds up. */
    private static final int MOST_NUMBERS = 1000;

    private final ServerSocket server;
    private final Path file;
    private final byte[] secret = new byte[Link.SECRET];
    private final Keeper keeper;
    private Socket fork;
    private OptionalLong pid = OptionalLong.empty();
    private boolean isClosed;

    public interface Keeper {
        void came(List<Long> numbers);

        default void left() {}
    }

    /** Opens a gate, whose file has further lines for the fork. */
    public ForkGate(Path directory, List<String> lines, Keeper keeper) throws IOException {
        this.keeper = keeper;
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        new SecureRandom().nextBytes(secret);
        file = Files.createTempFile(directory, ".gate", "", FilePermissions.ownerOnly(directory));
        String port = String.valueOf(server.getLocalPort());
        Files.write(
                file,
                Stream.concat(Stream.of(port, HexFormat.of().formatHex(secret)), lines.stream())
                        .toList());
        Acceptor.start(server, "rowmark-gate", this::serve);
    }

    public Path file() {
        return file;
    }

    /** Returns the process of the fork; empty until it connects. */
    public synchronized OptionalLong pid() {
        return pid;
    }

    private void serve(Socket connected) throws IOException {
        try (connected) {
            connected.setTcpNoDelay(true);
            connected.setSoTimeout(SECRET_MILLIS);
            DataInputStream in = new DataInputStream(new BufferedInputStream(connected.getInputStream()));
            if (!MessageDigest.isEqual(in.readNBytes(Link.SECRET), secret) || !isKept(connected, in.readLong())) {
                return;
            }
            connected.setSoTimeout(0);
            try {
                while (true) {
                    keeper.came(read(in));
                }
            } finally {
                keeper.left();
            }
        }
    }

    private static void write(DataOutputStream out, List<Long> numbers) throws IOException {
        out.writeInt(numbers.size());
        for (long number : numbers) {
            out.writeLong(number);
        }
        out.flush();
    }

    private static List<Long> read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_NUMBERS) {
            throw new IOException(length + " numbers are none of a fork");
        }
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            numbers.add(in.readLong());
        }
        return numbers;
    }

    private synchronized boolean isKept(Socket connected, long ofPid) {
        if (isClosed || fork != null) {
            return false;
        }
        fork = connected;
        pid = OptionalLong.of(ofPid);
        return true;
    }

    /** Lets the fork through, with as many numbers as it has brought. */
    public synchronized void goOn(List<Long> numbers) throws IOException {
        write(new DataOutputStream(new BufferedOutputStream(fork.getOutputStream())), numbers);
    }

    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        server.close();
        if (fork != null) {
            fork.close();
        }
        Files.deleteIfExists(file);
    }

    /** A fork's end of its gate, with further lines; while it waits, it is blocked in a read. */
    public record Link(Socket socket, DataInputStream in, DataOutputStream out, List<String> lines)
            implements AutoCloseable {
        /** Length in bytes of the secret that begins a connection; the pid of the fork follows. */
        public static final int SECRET = 16;

        public static Link open(Path file) throws IOException {
            List<String> lines = Files.readAllLines(file);
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(lines.get(0)));
            socket.setTcpNoDelay(true);
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            out.write(HexFormat.of().parseHex(lines.get(1)));
            out.writeLong(ProcessHandle.current().pid());
            out.flush();
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            return new Link(socket, in, out, lines.subList(2, lines.size()));
        }

        /** Brings numbers, waits to be let through, and returns as many; fails if the gate is closed. */
        public long[] pass(long... numbers) throws IOException {
            write(out, LongStream.of(numbers).boxed().toList());
            return read(in).stream().mapToLong(Long::longValue).toArray();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
