package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One fill of a table: what {@link PageFill} measures, and what it took. Used once. */
final class Filling {
    /** Rows of a statement. */
    static final int ROWS = 8;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** No statement takes longer, as no fork does; the histogram has room for it from the start. */
    private static final long LONGEST = TimeUnit.DAYS.toNanos(1);

    private static final int SIGNIFICANT_DIGITS = 3;

    private final PreparedStatement insert;
    private final Checkpoint checkpoint;
    private final String[] texts;
    private final long statements;
    private final Histogram times = new Histogram(1, LONGEST, SIGNIFICANT_DIGITS);
    private long inserted;
    private long fillNanos;
    private long checkpointNanos;

    /** Plain, so that writing it costs nothing; who reads it meanwhile may see an older value. */
    private long done;

    /**
     * @param insert takes {@link #ROWS} texts; on a connection with autocommit on
     * @param texts a power of two of them
     */
    Filling(PreparedStatement insert, Checkpoint checkpoint, String[] texts, long statements) {
        this.insert = insert;
        this.checkpoint = checkpoint;
        this.texts = texts;
        this.statements = statements;
    }

    /** The published 128,000 statements at scale 1. */
    static long statements(double scale) {
        return Math.max(1, Math.round(128_000 * scale));
    }

    /** Fills the table and does the checkpoint; returns the rows that the statements said they inserted. */
    long run() throws SQLException {
        String[] values = texts;
        int mask = values.length - 1;
        int next = 0;
        long rows = 0;
        long start = System.nanoTime();
        long before = start;
        for (long statement = 1; statement <= statements; statement++) {
            for (int row = 1; row <= ROWS; row++) {
                insert.setString(row, values[next++ & mask]);
            }
            rows += insert.executeUpdate();
            long after = System.nanoTime();
            times.recordValue(after - before);
            before = after;
            done = statement;
        }
        checkpoint.run();
        checkpointNanos = System.nanoTime() - before;
        fillNanos = before - start;
        inserted = rows;
        return rows;
    }

    long statements() {
        return statements;
    }

    /** Rows that are there when it is done. */
    long rows() {
        return statements * ROWS;
    }

    /** Statements that are done, or a few less. */
    long done() {
        return done;
    }

    /** Rows that the statements said they inserted. */
    long inserted() {
        return inserted;
    }

    /** Of all statements together. */
    double fillSeconds() {
        return fillNanos / NANOS_PER_SECOND;
    }

    /** Of the checkpoint; empty where there is nothing to do. */
    OptionalDouble checkpointSeconds() {
        return checkpoint.exists() ? OptionalDouble.of(checkpointNanos / NANOS_PER_SECOND) : OptionalDouble.empty();
    }

    /** Of the single statements, in nanoseconds: binding, execution, commit. */
    Histogram times() {
        return times;
    }
}
