/**
 * Targets as users describe them, running targets as the run and its forks see them, and the file that hands one to a
 * fork. Knows util only.
 */
package org.rowmark.targets;
