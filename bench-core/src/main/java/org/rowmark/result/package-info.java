/**
 * The run directory: its records, its one writer and its one reader. Knows util, and the
 * kinds of counters of db.
 */
package org.rowmark.result;
