package org.rowmark.cli.console;

import java.io.PrintStream;

/** A line on a terminal that the next one replaces. */
final class StatusLine {
    private static final int LONGEST = 79;

    private final PrintStream terminal;
    private int shown;

    StatusLine(PrintStream terminal) {
        this.terminal = terminal;
    }

    void show(String text) {
        String line = text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
        terminal.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        terminal.flush();
        shown = line.length();
    }

    /** Empties the line. */
    void clear() {
        if (shown > 0) {
            show("");
            terminal.print("\r");
            terminal.flush();
        }
    }
}
