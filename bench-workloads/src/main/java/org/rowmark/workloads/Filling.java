package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One fill of a table: what {@link PageFill} measures, and what it took. Used once. */
public final class Filling {
    /** Rows of a statement. */
    public static final int ROWS = 8;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final int SIGNIFICANT_DIGITS = 3;

    private final PreparedStatement insert;
    private final Checkpoint checkpoint;
    private final String[] texts;
    private final long statements;

    /** When each statement ended, one behind the other: a histogram would have its places all over the memory. */
    private final long[] ends;

    private long start;
    private long inserted;
    private long fillNanos;
    private long checkpointNanos;

    /** Plain, so that writing it costs nothing; who reads it meanwhile may see an older value. */
    private int done;

    /**
     * @param insert takes {@link #ROWS} texts; on a connection with autocommit on
     * @param texts a power of two of them
     */
    public Filling(PreparedStatement insert, Checkpoint checkpoint, String[] texts, long statements) {
        this.insert = insert;
        this.checkpoint = checkpoint;
        this.texts = texts;
        this.statements = statements;
        this.ends = new long[Math.toIntExact(statements)];
    }

    /** The published 128,000 statements at scale 1. */
    public static long statements(double scale) {
        return Math.max(1, Math.round(128_000 * scale));
    }

    /** Fills the table and does the checkpoint; returns the rows that the statements said they inserted. */
    public long run() throws SQLException {
        String[] values = texts;
        int mask = values.length - 1;
        int next = 0;
        long rows = 0;
        start = System.nanoTime();
        for (int statement = 0; statement < ends.length; statement++) {
            for (int row = 1; row <= ROWS; row++) {
                insert.setString(row, values[next++ & mask]);
            }
            rows += insert.executeUpdate();
            ends[statement] = System.nanoTime();
            done = statement + 1;
        }
        checkpoint.run();
        long filled = ends[ends.length - 1];
        checkpointNanos = System.nanoTime() - filled;
        fillNanos = filled - start;
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
        Histogram times = new Histogram(SIGNIFICANT_DIGITS);
        long before = start;
        for (long end : ends) {
            times.recordValue(end - before);
            before = end;
        }
        return times;
    }
}
