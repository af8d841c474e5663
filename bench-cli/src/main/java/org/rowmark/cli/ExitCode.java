package org.rowmark.cli;

/** What the process tells its caller. */
final class ExitCode {
    /** All cells ok. */
    static final int OK = 0;
    /** Bad usage or configuration; nothing was measured. */
    static final int USAGE = 1;
    /** Some cells failed; the others were measured. */
    static final int CELLS_FAILED = 2;
    /** The gate that was asked for found something slower. */
    static final int SLOWER = 3;

    private ExitCode() {}
}
