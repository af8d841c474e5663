package org.rowmark.workloads.pagefill;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One fill of a table, which is what {@code page-fill} measures, and its times. Used once. */
public final class PageFillRun {
    /** Rows of a statement. */
    public static final int ROWS = 8;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final int SIGNIFICANT_DIGITS = 3;

    private final PreparedStatement insert;
    private final Checkpoint checkpoint;
    private final String[] texts;
    private final long statements;

    /** The end of each statement, in order: recording in a histogram would write all over its memory. */
    private final long[] ends;

    private long start;
    private long inserted;
    private long fillNanos;
    private long checkpointNanos;

    /** Not volatile, so that writing it costs nothing; another thread may read an older value. */
    private int done;

    /**
     * @param insert with {@link #ROWS} texts as parameters, on a connection with autocommit on
     * @param texts as many as a power of two
     */
    public PageFillRun(PreparedStatement insert, Checkpoint checkpoint, String[] texts, long statements) {
        this.insert = insert;
        this.checkpoint = checkpoint;
        this.texts = texts;
        this.statements = statements;
        this.ends = new long[Math.toIntExact(statements)];
    }

    /** Returns the number of statements; scale 1 is the published 128,000. */
    public static long statements(double scale) {
        return Math.max(1, Math.round(128_000 * scale));
    }

    /** Fills the table and executes the checkpoint; returns the rows that the statements reported as inserted. */
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

    public long statements() {
        return statements;
    }

    /** Returns the rows of the full table. */
    public long rows() {
        return statements * ROWS;
    }

    /** Returns the number of executed statements, or a few less. */
    long done() {
        return done;
    }

    /** Returns the rows that the statements reported as inserted. */
    public long inserted() {
        return inserted;
    }

    /** Returns the time of all statements together. */
    public double fillSeconds() {
        return fillNanos / NANOS_PER_SECOND;
    }

    /** Returns the time of the checkpoint; empty where there is none. */
    public OptionalDouble checkpointSeconds() {
        return checkpoint.exists() ? OptionalDouble.of(checkpointNanos / NANOS_PER_SECOND) : OptionalDouble.empty();
    }

    /** Returns the times of the single statements in nanoseconds: binding, execution, commit. */
    public Histogram times() {
        Histogram times = new Histogram(SIGNIFICANT_DIGITS);
        long before = start;
        for (long end : ends) {
            times.recordValue(end - before);
            before = end;
        }
        return times;
    }
}
