package org.rowmark.link;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a relay has counted since its start, in a file of one page that the relay maps: other processes read it without
 * disturbing the relay.
 */
public final class LinkCounters {
    // places in the file
    private static final int CONNECTIONS = 0;
    private static final int ROUND_TRIPS = 8;
    private static final int BYTES_SENT = 16;
    private static final int BYTES_RECEIVED = 24;
    private static final int SEGMENTS_SENT = 32;
    private static final int SEGMENTS_RECEIVED = 40;

    /**
     * The counters at one moment; sent is from the driver to the server.
     *
     * @param connections that the driver opened
     * @param roundTrips changes of direction from sent to received, summed over connections
     * @param segmentsSent reads of the relay, each of what had arrived until then; at most 256 KiB
     */
    public record Reading(
            long connections,
            long roundTrips,
            long bytesSent,
            long bytesReceived,
            long segmentsSent,
            long segmentsReceived) {}

    private static final VarHandle VALUE = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int SIZE = 4096;

    private final ByteBuffer values;

    private LinkCounters(ByteBuffer values) {
        this.values = values;
    }

    /** Creates the file, with zeros. */
    static LinkCounters create(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new LinkCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
        }
    }

    /** Opens the counters of a relay. */
    public static LinkCounters open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new LinkCounters(channel.map(FileChannel.MapMode.READ_ONLY, 0, SIZE));
        }
    }

    public Reading read() {
        return new Reading(
                get(CONNECTIONS),
                get(ROUND_TRIPS),
                get(BYTES_SENT),
                get(BYTES_RECEIVED),
                get(SEGMENTS_SENT),
                get(SEGMENTS_RECEIVED));
    }

    /** Counts a connection; as all methods that count, to be called by one thread only. */
    void connected() {
        add(CONNECTIONS, 1);
    }

    void sent(int bytes) {
        add(BYTES_SENT, bytes);
        add(SEGMENTS_SENT, 1);
    }

    void received(int bytes) {
        add(BYTES_RECEIVED, bytes);
        add(SEGMENTS_RECEIVED, 1);
    }

    void roundTrip() {
        add(ROUND_TRIPS, 1);
    }

    private void add(int place, long more) {
        VALUE.setOpaque(values, place, get(place) + more);
    }

    private long get(int place) {
        return (long) VALUE.getOpaque(values, place);
    }
}
