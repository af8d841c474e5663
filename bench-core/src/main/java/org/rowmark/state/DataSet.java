package org.rowmark.state;

import org.rowmark.db.Rows;

/**
 * Generated rows of a table.
 *
 * @param table where they go
 * @param rows how many; keys are 1 to rows
 * @param fingerprint says what was generated, so that rows that are there already can be recognised: name, version of
 *     the generator, rows, seed
 * @param row the values of a row, in the order of the table's columns
 */
public record DataSet(Table table, long rows, String fingerprint, Rows.Row row) {}
