package org.rowmark.databases.postgresql;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.rowmark.databases.support.query.TabSeparated;

/**
 * PostgreSQL's {@code hashtextextended} and {@code hashint8extended} on little-endian processors, each seeded with the hash
 * of the value before: lookup3 of Bob Jenkins. It takes the server half as long as sending rows back, any other checksum
 * more.
 */
final class RowHash implements TabSeparated.Checksum {
    /** The first seed; with 0 the server would do without its mix. */
    static final long START = 1;

    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int INITIAL = 0x9E3779B9 + 3_923_095;
    private static final int BLOCK = 3 * Integer.BYTES;

    private final byte[] folded = new byte[Integer.BYTES];
    private long hash = START;

    @Override
    public long row(byte[] bytes, int from, int count) {
        long upper = hash >> Integer.SIZE;
        hash = START;
        return upper;
    }

    @Override
    public void whole(long number) {
        long upper = number >>> Integer.SIZE;
        FOUR.set(folded, 0, (int) (number ^ (number >= 0 ? upper : ~upper)));
        text(folded);
    }

    @Override
    public void text(byte[] encoded) {
        int c = INITIAL + encoded.length;
        int a = c + (int) (hash >>> Integer.SIZE);
        int b = c + (int) hash;
        int at = 0;
        while (true) {
            a = (a - c) ^ Integer.rotateLeft(c, 4);
            c += b;
            b = (b - a) ^ Integer.rotateLeft(a, 6);
            a += c;
            c = (c - b) ^ Integer.rotateLeft(b, 8);
            b += a;
            a = (a - c) ^ Integer.rotateLeft(c, 16);
            c += b;
            b = (b - a) ^ Integer.rotateLeft(a, 19);
            a += c;
            c = (c - b) ^ Integer.rotateLeft(b, 4);
            b += a;
            if (at + BLOCK > encoded.length) {
                break;
            }
            a += (int) FOUR.get(encoded, at);
            b += (int) FOUR.get(encoded, at + Integer.BYTES);
            c += (int) FOUR.get(encoded, at + 2 * Integer.BYTES);
            at += BLOCK;
        }
        for (int i = 0; at < encoded.length; i++, at++) {
            int part = encoded[at] & 0xff;
            switch (i / Integer.BYTES) { // a shift takes the distance modulo 32
                case 0 -> a += part << (i * Byte.SIZE);
                case 1 -> b += part << (i * Byte.SIZE);
                default -> c += part << ((i + 1) * Byte.SIZE); // its lowest byte is the length's
            }
        }
        hash = last(a, b, c);
    }

    private static long last(int first, int second, int third) {
        int c = (third ^ second) - Integer.rotateLeft(second, 14);
        int a = (first ^ c) - Integer.rotateLeft(c, 11);
        int b = (second ^ a) - Integer.rotateLeft(a, 25);
        c = (c ^ b) - Integer.rotateLeft(b, 16);
        a = (a ^ c) - Integer.rotateLeft(c, 4);
        b = (b ^ a) - Integer.rotateLeft(a, 14);
        c = (c ^ b) - Integer.rotateLeft(b, 24);
        return (long) b << Integer.SIZE | Integer.toUnsignedLong(c);
    }
}
