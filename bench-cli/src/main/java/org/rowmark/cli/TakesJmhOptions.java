package org.rowmark.cli;

import java.util.List;

/** A command behind which {@code --} and JMH's own options may stand. */
interface TakesJmhOptions {
    /** What stands behind {@code --}; picocli would take it for workloads. */
    void setJmhOptions(List<String> words);
}
