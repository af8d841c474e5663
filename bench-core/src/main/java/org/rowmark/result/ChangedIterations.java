package org.rowmark.result;

/**
 * The measured iterations per fork that a pilot found, in place of those that the run began with.
 *
 * @param fromRound the first round with them
 * @param iterations per fork
 */
public record ChangedIterations(int fromRound, int iterations) {}
