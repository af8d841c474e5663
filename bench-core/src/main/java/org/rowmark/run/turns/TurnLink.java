package org.rowmark.run.turns;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * A fork's end of the connection that passes the turn on. Each message is one byte; a fork that waits for an answer is
 * blocked in a read and takes no processor time.
 */
public final class TurnLink implements AutoCloseable {
    /** From a fork: it has sent the result of its last turn and waits for the next one. */
    static final byte READY = 1;

    /** From a fork: it has had its last turn and waits for the end of all others. */
    static final byte FINISHED = 2;

    /** To a fork: what it waits for has come. */
    static final byte GO = 3;

    /** Length in bytes of the secret that begins a connection. */
    static final int SECRET = 16;

    private final SocketChannel channel;
    private final ByteBuffer message = ByteBuffer.allocateDirect(1);
    private boolean isFirst = true;

    private TurnLink(SocketChannel channel) {
        this.channel = channel;
    }

    /** Connects this fork to its seat; being connected means {@link #READY}. */
    public static TurnLink open(Path seat) throws IOException {
        List<String> lines = Files.readAllLines(seat);
        SocketChannel channel = SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(lines.get(0))));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        ByteBuffer begin = ByteBuffer.allocate(SECRET + Long.BYTES)
                .put(HexFormat.of().parseHex(lines.get(1)))
                .putLong(ProcessHandle.current().pid())
                .flip();
        while (begin.hasRemaining()) {
            channel.write(begin);
        }
        return new TurnLink(channel);
    }

    /** Gives the turn back, if this fork has it, and waits for the next one. */
    public void take() throws IOException {
        if (!isFirst) {
            write(channel, message, READY);
        }
        isFirst = false;
        awaitGo();
    }

    /** Gives the last turn back and waits until no other fork measures. */
    public void finish() throws IOException {
        write(channel, message, FINISHED);
        awaitGo();
    }

    private void awaitGo() throws IOException {
        if (read(channel, message) != GO) {
            throw new EOFException("the turns have ended: the orchestrating process is gone");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    static void write(SocketChannel channel, ByteBuffer message, byte value) throws IOException {
        message.clear().put(value).flip();
        channel.write(message);
    }

    /** Reads a message, -1 at the end of the connection. */
    static int read(SocketChannel channel, ByteBuffer message) throws IOException {
        message.clear();
        return channel.read(message) < 1 ? -1 : message.get(0);
    }
}
