package org.rowmark.run.output;

import java.time.Duration;

/**
 * Another number of turns of each fork, because turns took longer or shorter than thought.
 *
 * @param name of the cells that take turns, which differ in their targets only
 * @param before turns until then
 * @param length that a turn is expected to have, mean of the targets
 * @param longer the time by which the forks of the last round measured longer than those to come will
 */
public record TurnPlan(String name, int round, int turns, int before, Duration length, Duration longer) {}
