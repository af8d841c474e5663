package org.rowmark.cli.command;

/** What the process tells its caller. */
public final class ExitCode {
    /** All cells ok. */
    public static final int OK = 0;
    /** Bad usage or configuration; nothing was measured. */
    public static final int USAGE = 1;
    /** Some cells failed; the others were measured. */
    public static final int CELLS_FAILED = 2;
    /** The gate that was asked for found something slower. */
    public static final int SLOWER = 3;

    private ExitCode() {}
}
