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
    /** The numbers, in the order of the file. */
    private enum Field {
        CONNECTIONS,
        ROUND_TRIPS,
        BYTES_SENT,
        BYTES_RECEIVED,
        SEGMENTS_SENT,
        SEGMENTS_RECEIVED
    }

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
                get(Field.CONNECTIONS),
                get(Field.ROUND_TRIPS),
                get(Field.BYTES_SENT),
                get(Field.BYTES_RECEIVED),
                get(Field.SEGMENTS_SENT),
                get(Field.SEGMENTS_RECEIVED));
    }

    /** Counts a connection; as all methods that count, to be called by one thread only. */
    void connected() {
        add(Field.CONNECTIONS, 1);
    }

    void sent(int bytes) {
        add(Field.BYTES_SENT, bytes);
        add(Field.SEGMENTS_SENT, 1);
    }

    void received(int bytes) {
        add(Field.BYTES_RECEIVED, bytes);
        add(Field.SEGMENTS_RECEIVED, 1);
    }

    void roundTrip() {
        add(Field.ROUND_TRIPS, 1);
    }

    private void add(Field field, long more) {
        VALUE.setOpaque(values, index(field), get(field) + more);
    }

    private long get(Field field) {
        return (long) VALUE.getOpaque(values, index(field));
    }

    private static int index(Field field) {
        return field.ordinal() * Long.BYTES;
    }
}
