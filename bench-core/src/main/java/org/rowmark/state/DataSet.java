package org.rowmark.state;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Generated rows of a table.
 *
 * @param table where they go
 * @param rows how many; keys are 1 to rows
 * @param fingerprint says what was generated, so that rows that are there already can be recognised: name, version of
 *     the generator, rows, seed
 * @param row binds the parameters of one row, in the order of the table's columns
 */
public record DataSet(Table table, long rows, String fingerprint, Row row) {
    /** Binds one row. */
    @FunctionalInterface
    public interface Row {
        void bind(PreparedStatement statement, long key) throws SQLException;
    }
}
