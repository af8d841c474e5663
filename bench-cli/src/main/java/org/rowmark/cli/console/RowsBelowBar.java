package org.rowmark.cli.console;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;

/** A bar on a terminal with lines below, which are redrawn with it. */
final class RowsBelowBar extends ConsoleProgressBarConsumer {
    private static final int MOST = 15;
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\r\033[J";

    private final PrintStream terminal;
    private List<String> lines = List.of();

    RowsBelowBar(PrintStream terminal) {
        super(terminal);
        this.terminal = terminal;
    }

    synchronized void show(List<String> all) {
        List<String> shown = new ArrayList<>(all.subList(0, Math.min(MOST, all.size())));
        if (shown.size() < all.size()) {
            shown.add("and " + (all.size() - shown.size()) + " more rows");
        }
        lines = shown;
    }

    @Override
    public synchronized void accept(String bar) {
        StringBuilder below = new StringBuilder();
        for (String line : lines) {
            below.append('\n')
                    .append(line, 0, Math.min(line.length(), getMaxRenderedLength()))
                    .append(CLEAR_LINE);
        }
        super.accept(bar);
        if (!lines.isEmpty()) {
            terminal.print(below + "\033[" + lines.size() + "A\r");
            terminal.flush();
        }
    }

    /** Removes bar and lines, so that other lines can be printed in their place. */
    synchronized void clearAll() {
        terminal.print(CLEAR_BELOW);
        terminal.flush();
    }

    @Override
    public synchronized void close() {
        terminal.print("\n".repeat(lines.size()));
        super.close();
    }
}
