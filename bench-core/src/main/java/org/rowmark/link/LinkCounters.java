package org.rowmark.link;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a relay has counted since its start, in a file that other processes read without disturbing it. */
public final class LinkCounters {
    // places in the file
    private static final int CONNECTIONS = 0;
    private static final int ROUND_TRIPS = 1;
    private static final int BYTES_SENT = 2;
    private static final int BYTES_RECEIVED = 3;
    private static final int SEGMENTS = 4;
    private static final int SIZE = 5 * Long.BYTES;

    /** The counters at one moment; a round trip is a change from sending to the server to receiving. */
    public record Counts(long connections, long roundTrips, long bytesSent, long bytesReceived, long segments) {}

    private final LongBuffer values;

    private LinkCounters(FileChannel file, MapMode mode) throws IOException {
        try (file) {
            values = file.map(mode, 0, SIZE).order(ByteOrder.nativeOrder()).asLongBuffer();
        }
    }

    static LinkCounters create(Path file) throws IOException {
        return new LinkCounters(
                FileChannel.open(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                MapMode.READ_WRITE);
    }

    public static LinkCounters open(Path file) throws IOException {
        return new LinkCounters(FileChannel.open(file, StandardOpenOption.READ), MapMode.READ_ONLY);
    }

    public Counts read() {
        return new Counts(
                values.get(CONNECTIONS),
                values.get(ROUND_TRIPS),
                values.get(BYTES_SENT),
                values.get(BYTES_RECEIVED),
                values.get(SEGMENTS));
    }

    /** Counts a connection; as all methods that count, to be called by one thread only. */
    void connected() {
        add(CONNECTIONS, 1);
    }

    void sent(int bytes) {
        add(BYTES_SENT, bytes);
        add(SEGMENTS, 1);
    }

    void received(int bytes, boolean isAnswer) {
        add(BYTES_RECEIVED, bytes);
        add(SEGMENTS, 1);
        add(ROUND_TRIPS, isAnswer ? 1 : 0);
    }

    private void add(int place, long more) {
        values.put(place, values.get(place) + more);
    }
}
