package org.rowmark.databases.tds;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** A message of the client, read from its begin to its end. */
final class TdsRequest {
    static final int BATCH = 1;
    static final int RPC = 3;
    static final int ATTENTION = 6;
    static final int BULK = 7;
    static final int LOGIN = 16;
    static final int PRELOGIN = 18;

    static final LocalDate DAY_0 = LocalDate.of(1, 1, 1);

    private static final int HEADER = 8;
    private static final int IN_CHUNKS = 0xFFFF;
    private static final int COLLATION = 5;

    private final int type;
    private final ByteBuffer bytes;

    private TdsRequest(int type, byte[] bytes) {
        this.type = type;
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The next message, of as many packets as it takes. */
    static TdsRequest read(DataInputStream in) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        while (true) {
            int type = in.readUnsignedByte();
            boolean last = (in.readUnsignedByte() & 1) == 1;
            int length = in.readUnsignedShort();
            in.readInt();
            message.write(in.readNBytes(length - HEADER));
            if (last) {
                return new TdsRequest(type, message.toByteArray());
            }
        }
    }

    int type() {
        return type;
    }

    boolean hasMore() {
        return bytes.hasRemaining();
    }

    int u1() {
        return bytes.get() & 0xFF;
    }

    int u2() {
        return bytes.getShort() & 0xFFFF;
    }

    void skip(int count) {
        bytes.position(bytes.position() + count);
    }

    /** The headers in front of batches and calls. */
    void skipHeaders() {
        bytes.position(bytes.getInt(0));
    }

    String text(int characters) {
        byte[] text = new byte[2 * characters];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_16LE);
    }

    String remainingText() {
        return text(bytes.remaining() / 2);
    }

    /** A text of the login, which stands where the table at its begin says; unscrambled if it is the password. */
    String loginText(int entry, boolean password) {
        int offset = bytes.getShort(entry);
        byte[] text = new byte[2 * bytes.getShort(entry + 2)];
        bytes.get(offset, text);
        for (int i = 0; password && i < text.length; i++) {
            int scrambled = (text[i] ^ 0xA5) & 0xFF;
            text[i] = (byte) (scrambled << 4 | scrambled >> 4);
        }
        return new String(text, StandardCharsets.UTF_16LE);
    }

    /** Type, longest length, scale. */
    record TypeInfo(int type, int length, int scale) {}

    TypeInfo typeInfo() {
        int of = u1();
        return switch (of) {
            case TdsType.INT_4, TdsType.INT_8 -> new TypeInfo(of, 0, 0);
            case TdsType.INTEGER, TdsType.BIT, TdsType.FLOAT -> new TypeInfo(of, u1(), 0);
            case TdsType.NVARCHAR, TdsType.VARCHAR, TdsType.CHAR -> {
                int length = u2();
                skip(COLLATION);
                yield new TypeInfo(of, length, 0);
            }
            case TdsType.DATETIME2 -> new TypeInfo(of, 0, u1());
            case TdsType.DECIMAL -> {
                int length = u1();
                skip(1);
                yield new TypeInfo(of, length, u1());
            }
            default -> throw new IllegalArgumentException("type " + Integer.toHexString(of));
        };
    }

    Object value(TypeInfo info) {
        return switch (info.type()) {
            case TdsType.INT_4 -> bytes.getInt();
            case TdsType.INT_8 -> bytes.getLong();
            case TdsType.NVARCHAR -> string(info.length(), true);
            case TdsType.VARCHAR, TdsType.CHAR -> string(info.length(), false);
            default -> fixed(info, u1());
        };
    }

    private Object fixed(TypeInfo info, int length) {
        if (length == 0) {
            return null;
        }
        return switch (info.type()) {
            case TdsType.INTEGER -> length == 8 ? (Object) bytes.getLong() : (Object) bytes.getInt();
            case TdsType.BIT -> u1() == 1;
            case TdsType.FLOAT -> bytes.getDouble();
            case TdsType.DECIMAL -> {
                int sign = u1() == 0 ? -1 : 1;
                yield new BigDecimal(BigInteger.valueOf(sign).multiply(unsigned(length - 1)), info.scale());
            }
            default -> moment(unsigned(length - 3).longValue(), info.scale());
        };
    }

    private LocalDateTime moment(long ticks, int scale) {
        long nanoseconds = ticks * BigInteger.TEN.pow(9 - scale).longValue();
        return DAY_0.plusDays(unsigned(3).intValue()).atTime(LocalTime.ofNanoOfDay(nanoseconds));
    }

    /** Least significant byte first. */
    private BigInteger unsigned(int length) {
        byte[] magnitude = new byte[length];
        for (int i = length - 1; i >= 0; i--) {
            magnitude[i] = bytes.get();
        }
        return new BigInteger(1, magnitude);
    }

    private String string(int longest, boolean unicode) {
        byte[] text = longest == IN_CHUNKS ? chunks() : counted();
        return text == null
                ? null
                : new String(text, unicode ? StandardCharsets.UTF_16LE : StandardCharsets.ISO_8859_1);
    }

    private byte[] counted() {
        int length = u2();
        if (length == 0xFFFF) {
            return null;
        }
        byte[] text = new byte[length];
        bytes.get(text);
        return text;
    }

    private byte[] chunks() {
        if (bytes.getLong() == -1) {
            return null;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int length = bytes.getInt(); length != 0; length = bytes.getInt()) {
            byte[] chunk = new byte[length];
            bytes.get(chunk);
            text.writeBytes(chunk);
        }
        return text.toByteArray();
    }
}
