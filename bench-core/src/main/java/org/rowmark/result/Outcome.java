package org.rowmark.result;

/** The outcome of a cell. Planned cells = ok + failed + skipped, always. */
public enum Outcome {
    OK,
    FAILED,
    SKIPPED
}
