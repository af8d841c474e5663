package org.rowmark.databases.tds;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The answer to a message: tokens, sent together when it is complete. */
final class TdsResponse {
    static final int ROW = 0xD1;
    static final int DONE = 0xFD;
    static final int DONE_IN_PROCEDURE = 0xFF;
    static final int DONE_PROCEDURE = 0xFE;

    static final int MORE = 1;
    static final int ERROR = 2;
    static final int COUNT = 16;
    static final int ATTENTION = 32;

    private static final int PACKET = 4096;
    private static final int HEADER = 8;
    private static final int NULLABLE = 1;
    private static final int LONGEST_TEXT = 4000;

    /** Latin1_General, SQL Server's usual collation. */
    private static final byte[] COLLATION = {0x09, 0x04, (byte) 0xD0, 0x00, 0x34};

    private final OutputStream out;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    TdsResponse(OutputStream out) {
        this.out = out;
    }

    /** A column of a result. */
    record Column(String name, int type, int length) {
        static List<Column> of(ResultSetMetaData metaData) throws SQLException {
            List<Column> columns = new ArrayList<>();
            for (int i = 1; i <= metaData.getColumnCount(); i++) {
                columns.add(
                        new Column(metaData.getColumnLabel(i), metaData.getColumnType(i), metaData.getPrecision(i)));
            }
            return columns;
        }
    }

    void send() throws IOException {
        send(1);
    }

    /** What there is of an answer that goes on. */
    void sendPart() throws IOException {
        send(0);
    }

    /** @param end what the last packet is marked with: 1 if the answer ends with it */
    private void send(int end) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes.toByteArray());
        int id = 0;
        do {
            int length = Math.min(PACKET - HEADER, rest.remaining());
            byte[] content = new byte[length];
            rest.get(content);
            ByteBuffer header = ByteBuffer.allocate(HEADER).put((byte) 4).put((byte) (rest.hasRemaining() ? 0 : end));
            header.putShort((short) (length + HEADER))
                    .putShort((short) 1)
                    .put((byte) ++id)
                    .put((byte) 0);
            out.write(header.array());
            out.write(content);
        } while (rest.hasRemaining());
        out.flush();
        bytes.reset();
    }

    void raw(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
    }

    /** Version 11 of the server, no TLS, one result at a time. */
    void prelogin() {
        raw(0, 0, 16, 0, 6, 1, 0, 22, 0, 1, 4, 0, 23, 0, 1, 0xFF);
        raw(11, 0, 0x08, 0x34, 0, 0, 2, 0);
    }

    void loggedIn() {
        raw(0xE3);
        u2(8);
        raw(7, COLLATION.length);
        bytes.writeBytes(COLLATION);
        raw(0);
        String name = "H2 behind TDS";
        raw(0xAD);
        u2(10 + 2 * name.length());
        raw(1, 0x74, 0, 0, 4);
        shortText(name);
        raw(11, 0, 0x08, 0x34);
        done(DONE, 0, 0);
    }

    /** An error that leaves the connection as it is. */
    void error(int number, String message) {
        message(0xAA, 16, number, message);
    }

    /** Something that the server says while it works. */
    void information(int number, String message) {
        message(0xAB, 0, number, message);
    }

    private void message(int token, int severity, int number, String message) {
        raw(token);
        u2(16 + 2 * message.length());
        u4(number);
        raw(1, severity);
        u2(message.length());
        text(message);
        raw(0, 0);
        u4(1);
    }

    void done(int token, int status, long count) {
        raw(token);
        u2(token == DONE_IN_PROCEDURE ? status | MORE : status);
        // 0xC3 is insert: one of the statements whose counts are told
        u2((status & COUNT) == 0 ? 0 : 0xC3);
        u8(count);
    }

    /** What a call returned, and its numbers on the way out, by position. */
    void returned(int... positionsAndValues) {
        raw(0x79);
        u4(0);
        for (int i = 0; i < positionsAndValues.length; i += 2) {
            raw(0xAC);
            u2(positionsAndValues[i]);
            raw(0, 1);
            u4(0);
            u2(0);
            raw(TdsType.INTEGER, 4, 4);
            u4(positionsAndValues[i + 1]);
        }
    }

    void columns(List<Column> columns) {
        raw(0x81);
        u2(columns.size());
        for (Column column : columns) {
            u4(0);
            u2(NULLABLE);
            type(column);
            shortText(column.name());
        }
    }

    /** The rest of a result, or as much of it as is wanted. */
    int rows(List<Column> columns, ResultSet rows, int most) throws SQLException {
        int count = 0;
        while (count < most && rows.next()) {
            row(columns, rows);
            count++;
        }
        return count;
    }

    /** The columns of the result that there are; a column more is the status of a cursor's row, which is there. */
    private void row(List<Column> columns, ResultSet rows) throws SQLException {
        raw(ROW);
        int there = rows.getMetaData().getColumnCount();
        for (int i = 0; i < columns.size(); i++) {
            value(columns.get(i), i < there ? rows.getObject(i + 1) : Integer.valueOf(1));
        }
    }

    private void type(Column column) {
        switch (column.type()) {
            case Types.BIGINT -> raw(TdsType.INTEGER, 8);
            case Types.INTEGER -> raw(TdsType.INTEGER, 4);
            case Types.NUMERIC, Types.DECIMAL -> raw(TdsType.DECIMAL, 17, 38, 0);
            case Types.TIMESTAMP -> raw(TdsType.DATETIME2, 6);
            default -> {
                raw(TdsType.NVARCHAR);
                u2(isLong(column) ? 0xFFFF : 2 * column.length());
                bytes.writeBytes(COLLATION);
            }
        }
    }

    private void value(Column column, Object value) {
        switch (column.type()) {
            case Types.BIGINT, Types.INTEGER, Types.NUMERIC, Types.DECIMAL, Types.TIMESTAMP -> fixed(column, value);
            default -> string(column, value == null ? null : value.toString().getBytes(StandardCharsets.UTF_16LE));
        }
    }

    private void fixed(Column column, Object value) {
        if (value == null) {
            raw(0);
        } else if (column.type() == Types.BIGINT) {
            raw(8);
            u8(((Number) value).longValue());
        } else if (column.type() == Types.INTEGER) {
            raw(4);
            u4(((Number) value).intValue());
        } else if (column.type() == Types.TIMESTAMP) {
            LocalDateTime moment = ((java.sql.Timestamp) value).toLocalDateTime();
            raw(8);
            little(moment.toLocalTime().toNanoOfDay() / 1000, 5);
            little(ChronoUnit.DAYS.between(TdsRequest.DAY_0, moment.toLocalDate()), 3);
        } else {
            long number = ((BigDecimal) value).longValueExact();
            raw(17, number < 0 ? 0 : 1);
            little(Math.abs(number), 8);
            little(0, 8);
        }
    }

    private void string(Column column, byte[] text) {
        if (!isLong(column)) {
            u2(text == null ? 0xFFFF : text.length);
            bytes.writeBytes(text == null ? new byte[0] : text);
        } else if (text == null) {
            u8(-1);
        } else {
            u8(text.length);
            if (text.length > 0) {
                u4(text.length);
                bytes.writeBytes(text);
            }
            u4(0);
        }
    }

    private static boolean isLong(Column column) {
        return column.length() > LONGEST_TEXT;
    }

    private void shortText(String text) {
        raw(text.length());
        text(text);
    }

    private void text(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_16LE));
    }

    private void u2(int value) {
        little(value, 2);
    }

    private void u4(int value) {
        little(value, 4);
    }

    private void u8(long value) {
        little(value, 8);
    }

    private void little(long value, int length) {
        for (int i = 0; i < length; i++) {
            bytes.write((int) (value >> (8 * i)));
        }
    }
}
