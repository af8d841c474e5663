package org.rowmark.cli.option;

import picocli.CommandLine.Option;

/** The option for the size of counters.csv, of all commands that write a report. */
public final class FullOption {
    @Option(names = "--full", description = "Write the counters of each round into counters.csv, not their means.")
    private boolean full;

    public boolean isFull() {
        return full;
    }
}
