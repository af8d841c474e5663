package org.rowmark.cli.command;

import java.util.List;

/** A command behind which {@code --} and JMH's own options may stand. */
public interface TakesJmhOptions {
    /** What stands behind {@code --}; picocli would take it for workloads. */
    void setJmhOptions(List<String> words);
}
