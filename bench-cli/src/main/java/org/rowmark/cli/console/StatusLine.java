package org.rowmark.cli.console;

import java.io.PrintStream;

/** A line on a terminal that the next one replaces. */
final class PassingLine {
    private static final int LONGEST = 79;

    private final PrintStream terminal;
    private int shown;

    PassingLine(PrintStream terminal) {
        this.terminal = terminal;
    }

    void show(String text) {
        String line = text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
        terminal.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        terminal.flush();
        shown = line.length();
    }

    /** Leaves an empty line. */
    void clear() {
        if (shown > 0) {
            show("");
            terminal.print("\r");
            terminal.flush();
        }
    }
}
