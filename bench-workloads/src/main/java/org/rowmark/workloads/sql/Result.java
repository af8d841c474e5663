package org.rowmark.workloads.sql;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.rowmark.data.DataGenerator;

/**
 * The rows that a statement returned: their number, and a checksum of their values in a form that is common to all
 * databases. Numbers are equal if their values are, floating-point ones to {@value #DIGITS} digits; fixed columns are
 * without blanks at their end; names of columns do not count.
 *
 * @param sum over the rows in any order
 * @param chain over the rows in their order; 0 where the statement chose none
 */
record Result(long rows, long sum, long chain) {
    /** No rows and no columns: what a change returns. */
    static final Result NONE = new Result(-1, 0, 0);

    private static final int DIGITS = 10;
    private static final int FLOAT_DIGITS = 6;
    private static final long NULL = 0x6E756C6CL;

    /** Adds the rows of a further execution. */
    Result plus(Result other) {
        if (!hasRows() || !other.hasRows()) {
            return hasRows() ? this : other;
        }
        return new Result(
                rows + other.rows, sum + other.sum, other.chain == 0 ? 0 : DataGenerator.mix(chain ^ other.chain));
    }

    /** Returns whether there were columns, and rows or none of them. */
    boolean hasRows() {
        return rows >= 0;
    }

    /** Returns whether the rows are the same, and in the same order if both statements chose one. */
    boolean isLike(Result other) {
        return hasRowsOf(other) && (chain == 0 || other.chain == 0 || chain == other.chain);
    }

    /** Returns whether the rows are the same in any order. */
    boolean hasRowsOf(Result other) {
        return rows == other.rows && sum == other.sum;
    }

    /** Returns {@code 120 rows, checksum 00f3…}. */
    String text() {
        return String.format(Locale.ROOT, "%d row%s, checksum %016x", rows, rows == 1 ? "" : "s", sum);
    }

    /** Reads all rows. */
    static Result of(ResultSet rows, boolean isOrdered) throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        int columns = metaData.getColumnCount();
        boolean[] isFixed = new boolean[columns + 1];
        for (int i = 1; i <= columns; i++) {
            isFixed[i] = metaData.getColumnType(i) == Types.CHAR || metaData.getColumnType(i) == Types.NCHAR;
        }
        long count = 0;
        long sum = 0;
        long chain = isOrdered ? 1 : 0;
        while (rows.next()) {
            long hash = columns;
            for (int i = 1; i <= columns; i++) {
                hash = DataGenerator.mix(hash ^ value(rows, i, isFixed[i]));
            }
            count++;
            sum += hash;
            chain = isOrdered ? DataGenerator.mix(chain ^ hash) : 0;
        }
        return new Result(count, sum, chain);
    }

    private static long value(ResultSet row, int column, boolean isFixed) throws SQLException {
        String text = text(row, column);
        return text == null ? NULL : hash(isFixed ? text.stripTrailing() : text);
    }

    private static String text(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        if (value == null) {
            return null;
        }
        if (value instanceof Boolean is) {
            return is ? "1" : "0";
        }
        if (value instanceof Double number) {
            return rounded(number.toString(), DIGITS);
        }
        if (value instanceof Float number) {
            return rounded(number.toString(), FLOAT_DIGITS);
        }
        if (value instanceof Number number) {
            return plain(new BigDecimal(number.toString()));
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Blob) {
            return HexFormat.of().formatHex(row.getBytes(column));
        }
        return value instanceof Clob ? row.getString(column) : date(value, row, column);
    }

    /** Returns a date or time as the server has it, whatever the time zone of this process. */
    private static String date(Object value, ResultSet row, int column) throws SQLException {
        if (value instanceof Timestamp timestamp) {
            return timestamp(timestamp, row, column);
        }
        if (value instanceof Date date) {
            return as(LocalDate.class, row, column).orElseGet(date::toLocalDate).toString();
        }
        if (value instanceof Time) {
            return time(row.getString(column));
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant().toString();
        }
        return value instanceof String || value instanceof java.time.temporal.Temporal
                ? value.toString()
                : row.getString(column);
    }

    private static String timestamp(Timestamp value, ResultSet row, int column) {
        Optional<LocalDateTime> local = as(LocalDateTime.class, row, column);
        Optional<OffsetDateTime> zoned = local.isPresent() ? Optional.empty() : as(OffsetDateTime.class, row, column);
        return zoned.isPresent()
                ? zoned.get().toInstant().toString()
                : local.orElseGet(value::toLocalDateTime).toString();
    }

    /** Gets a value as a type without this process's time zone; empty if the driver does not have it so. */
    private static <T> Optional<T> as(Class<T> type, ResultSet row, int column) {
        try {
            return Optional.ofNullable(row.getObject(column, type));
        } catch (SQLException | AbstractMethodError e) { // the latter by drivers of JDBC 4.0
            return Optional.empty();
        }
    }

    private static String time(String text) {
        try {
            return LocalTime.parse(text).toString();
        } catch (DateTimeParseException e) {
            return text; // MySQL's times have up to 838 hours
        }
    }

    private static String rounded(String number, int digits) {
        return Character.isLetter(number.charAt(number.length() - 1)) // NaN, Infinity
                ? number
                : plain(new BigDecimal(number).round(new MathContext(digits)));
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static long hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        long hash = bytes.length;
        for (byte b : bytes) {
            hash = hash * 31 + b;
        }
        return DataGenerator.mix(hash) ^ crc.getValue();
    }
}
