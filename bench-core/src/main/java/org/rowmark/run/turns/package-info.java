/**
 * The forks of a round that measure in turn: {@link org.rowmark.run.turns.Turns} in the orchestrating process passes
 * the turn on, {@link org.rowmark.run.turns.TurnTaker} in each fork waits for it.
 */
package org.rowmark.run.turns;
