package org.rowmark.cli.command;

/** The exit codes of the process. */
public final class ExitCode {
    /** All cells ok. */
    public static final int OK = 0;
    /** Bad usage or configuration, or an error that ended the command. */
    public static final int USAGE = 1;
    /** Some cells failed; the others were measured. */
    public static final int CELLS_FAILED = 2;
    /** A row is slower, with {@code --fail-if-slower}. */
    public static final int SLOWER = 3;
    /** No row has a verdict, with {@code --fail-if-slower}. */
    public static final int CANNOT_DECIDE = 4;

    private ExitCode() {}
}
