package org.rowmark.workloads.rowbyrow;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.workloads.data.NarrowData;

/** The results of a routine that returns each row as one of its own, in the ways of JDBC to read them. */
public final class RowResults {
    private long results;
    private long checksum;

    /** Executes the call and reads all its results one after the other. */
    public void readAll(Statement statement, String call) throws SQLException {
        begin();
        boolean isResult = statement.execute(call);
        while (isResult || statement.getUpdateCount() != -1) {
            if (isResult) {
                read(statement.getResultSet());
            }
            isResult = statement.getMoreResults();
        }
    }

    /** Executes the call and reads the result of each cursor that it returns. */
    public void readCursors(Statement statement, String call) throws SQLException {
        begin();
        try (ResultSet cursors = statement.executeQuery(call)) {
            while (cursors.next()) {
                read((ResultSet) cursors.getObject(1));
            }
        }
    }

    private void begin() {
        results = 0;
        checksum = 0;
    }

    private void read(ResultSet result) throws SQLException {
        try (ResultSet row = result) {
            if (row.next()) {
                results++;
                checksum += NarrowData.read(row);
            }
        }
    }

    /** Returns the results that had a row. */
    public long results() {
        return results;
    }

    /** Returns the sum of the checksums of their rows. */
    public long checksum() {
        return checksum;
    }
}
