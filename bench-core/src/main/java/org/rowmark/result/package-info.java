/**
 * The run directory: its records, its one writer and its one reader. Knows util only, as the report reads runs of
 * machines that have no database.
 */
package org.rowmark.result;
