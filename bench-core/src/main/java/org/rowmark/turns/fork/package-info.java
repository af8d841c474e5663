/**
 * The forks of a round that measure in turn: {@link org.rowmark.turns.fork.Turns} in the orchestrating process passes
 * the turn on, {@link org.rowmark.turns.fork.TurnTaker} in each fork waits for it.
 */
package org.rowmark.turns.fork;
