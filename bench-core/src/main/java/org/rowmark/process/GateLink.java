package org.rowmark.process;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * A fork's end of its {@link ForkGate}. While it waits, it is blocked in a read, and takes no processor time.
 *
 * @param lines of the gate's opener
 */
public record GateLink(Socket socket, DataInputStream in, DataOutputStream out, List<String> lines)
        implements AutoCloseable {
    /** Length in bytes of the secret that begins a connection; the pid of the fork follows. */
    public static final int SECRET = 16;

    /** Connects this process. */
    public static GateLink open(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(lines.get(0)));
        socket.setTcpNoDelay(true);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        out.write(HexFormat.of().parseHex(lines.get(1)));
        out.writeLong(ProcessHandle.current().pid());
        out.flush();
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        return new GateLink(socket, in, out, lines.subList(2, lines.size()));
    }

    /**
     * Waits to be let through.
     *
     * @param numbers to bring
     * @return as many
     * @throws IOException if the gate is closed
     */
    public long[] pass(long... numbers) throws IOException {
        out.writeInt(numbers.length);
        for (long each : numbers) {
            out.writeLong(each);
        }
        out.flush();
        long[] answer = new long[numbers.length];
        for (int i = 0; i < answer.length; i++) {
            answer[i] = in.readLong();
        }
        in.readByte(); // it is open, also for those without numbers
        return answer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
