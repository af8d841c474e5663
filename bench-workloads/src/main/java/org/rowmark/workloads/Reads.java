package org.rowmark.workloads;

import org.rowmark.fixture.DataSet;

/** The verdict on what a reading thread read. */
final class Reads {
    private Reads() {}

    /**
     * @param wrong the bits in which any checksum differed from the expected one; 0 if none did
     * @throws IllegalStateException if one did
     */
    static void check(long wrong, DataSet data) {
        if (wrong != 0) {
            throw new IllegalStateException("table " + data.table().name() + ": expected the " + data.rows()
                    + " rows as they were generated (" + data.fingerprint()
                    + "), found missing rows or other values in at least one operation");
        }
    }
}
