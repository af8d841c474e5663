package org.rowmark.result.directory;

/** The rounds of cells that are kept when a run is continued; all else of its record is discarded and repeated. */
@FunctionalInterface
public interface KeptRounds {
    /** Returns whether what is recorded of a cell in a round is kept. */
    boolean has(int round, int cell);
}
