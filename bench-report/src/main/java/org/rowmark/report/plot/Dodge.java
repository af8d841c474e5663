package org.rowmark.report.plot;

/** Marks of several configurations at the same place stand a little aside of each other. */
final class Dodge {
    private static final double STEP = 5;

    /** All of them together. */
    private static final double MOST = 20;

    private Dodge() {}

    static double of(int index, int count) {
        return (index - (count - 1) / 2.0) * Math.min(STEP, MOST / count);
    }
}
