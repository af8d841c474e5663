package org.rowmark.workloads.data;

import org.rowmark.fixture.DataSet;

/** The check of the rows that a thread read. */
public final class ReadVerifier {
    private ReadVerifier() {}

    /**
     * Checks that all rows were as generated.
     *
     * @param wrong the bits in which any checksum differed from the expected one
     * @throws IllegalStateException if it is not 0
     */
    public static void check(long wrong, DataSet data) {
        if (wrong != 0) {
            throw new IllegalStateException("table " + data.table().name() + ": expected the " + data.rows()
                    + " rows as they were generated (" + data.fingerprint()
                    + "), found missing rows or other values in at least one operation");
        }
    }
}
