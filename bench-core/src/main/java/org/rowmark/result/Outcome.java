package org.rowmark.result;

/** How a cell ended. Planned cells = ok + failed + skipped, always. */
public enum Outcome {
    OK,
    FAILED,
    SKIPPED
}
