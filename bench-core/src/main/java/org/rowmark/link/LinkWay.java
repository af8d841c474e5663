package org.rowmark.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.IOUtils;

/** One way to the peer of a {@link LinkTest}, and what was measured on it. */
final class LinkWay {
    private static final int MOST_MESSAGES = 20_000;
    private static final int BLOCK = 1 << 18;

    /**
     * The extent of a measurement.
     *
     * @param most time for the turns of messages, after which no other turn begins
     * @param rateWarmUp before the rate counts: what a link's queue or a bucket of tokens lets pass at once, and slow
     *     start
     * @param mostRate time for a rate with its warm-up, beside the round trips of the link, after which it is not measured
     */
    record Effort(
            Duration warmUp,
            int turns,
            Duration turn,
            Duration most,
            int rates,
            Duration rateWarmUp,
            Duration rate,
            Duration mostRate) {
        static final Effort WHOLE = new Effort(
                Duration.ofMillis(700),
                10,
                Duration.ofMillis(200),
                Duration.ofDays(1),
                3,
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                Duration.ofSeconds(30));

        static final Effort BRIEF = new Effort(
                Duration.ofMillis(200),
                4,
                Duration.ofMillis(60),
                Duration.ofMillis(500),
                1,
                Duration.ofMillis(100),
                Duration.ofMillis(300),
                Duration.ofSeconds(3));
    }

    private final InetSocketAddress address;
    private final Effort effort;
    private final long[] times;
    private final List<Double> rates = new ArrayList<>();
    private final byte[] message = new byte[LinkTestPeer.MESSAGE];
    private int count;
    private Socket socket;
    private DataInputStream in;
    private OutputStream out;

    LinkWay(InetSocketAddress address, Effort effort) {
        this.address = address;
        this.effort = effort;
        times = new long[MOST_MESSAGES * effort.turns];
    }

    /** Connects, and warms up. */
    void connect() throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(address);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        out.write(LinkTestPeer.ECHO);
        messages(effort.warmUp);
        count = 0;
    }

    /** Sends messages and waits for each to return, so long, at least one. */
    void messages(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        long before = System.nanoTime();
        int most = Math.min(times.length, count + MOST_MESSAGES);
        do {
            out.write(message);
            in.readFully(message);
            long after = System.nanoTime();
            times[count++] = after - before;
            before = after;
        } while (before - end < 0 && count < most);
    }

    /** Measures the rate, unless that takes longer. */
    void rate(Duration most) throws IOException {
        SocketChannel receiver = SocketChannel.open(address);
        Future<?> cut = CompletableFuture.runAsync(
                () -> IOUtils.closeQuietly(receiver),
                CompletableFuture.delayedExecutor(most.toNanos(), TimeUnit.NANOSECONDS));
        try (receiver) {
            receiver.write(ByteBuffer.wrap(new byte[] {LinkTestPeer.SEND}));
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
            read(receiver, block, System.nanoTime(), effort.rateWarmUp);
            long begin = System.nanoTime();
            long[] bytesAndEnd = read(receiver, block, begin, effort.rate);
            rates.add(bytesAndEnd[0] * 8e9 / (bytesAndEnd[1] - begin));
        } catch (ClosedChannelException e) {
            // no rate
        } finally {
            cut.cancel(false);
        }
    }

    /** Reads so long, and returns the number of bytes and the moment of the last ones. */
    private static long[] read(SocketChannel receiver, ByteBuffer block, long begin, Duration time) throws IOException {
        long bytes = 0;
        long last = begin;
        while (last - begin < time.toNanos()) {
            int got = receiver.read(block.clear());
            if (got < 0) {
                throw new IOException("the peer of the test is gone");
            }
            bytes += got;
            last = System.nanoTime();
        }
        return new long[] {bytes, last};
    }

    void close() throws IOException {
        socket.close();
    }

    /** Returns what was measured. */
    LinkTest.Speed speed() {
        long[] sorted = Arrays.copyOf(times, count);
        Arrays.sort(sorted);
        OptionalDouble rate = rates.stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .skip(rates.size() / 2)
                .findFirst();
        return new LinkTest.Speed(sorted[count / 2], sorted[(int) (count * 0.99)], rate);
    }
}
