/**
 * The plan of a run: a request expanded to cells, blocks and shuffled rounds. Knows study and the packages below, but
 * starts nothing.
 */
package org.rowmark.plan;
